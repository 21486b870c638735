import { type Client, type Credential, createClient } from '@satchel/api-client';
import { createNodeSender } from '@satchel/multipart-uploader/node';
import { CommandError } from '../command-error.ts';
import type { Context } from '../context.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { createFileStore } from '../transfer/upload-store.ts';
import { findServer, type Server } from './servers.ts';

/** Creates a client of the server that the user is logged in to. Its uploads can be resumed after a crash. */
export async function connect(
  context: Context,
  named: string | undefined,
): Promise<{ readonly client: Client; readonly server: Server }> {
  const server = await findServer(context, named);
  return { server, client: createServerClient(context, server) };
}

/**
 * @param uploads name of the client's unfinished uploads; default the address of the server
 */
export function createServerClient(
  context: Context,
  { url, credential }: { readonly url: string; readonly credential: Credential },
  uploads: string = url,
): Client {
  // A header cannot hold other characters, and `fetch` reports that as a failed connection.
  if (credential.kind === 'apiKey' && !/^[!-~]+$/.test(credential.key)) {
    throw new CommandError('key_invalid', {}, EXIT_CODES.notLoggedIn);
  }
  return createClient({
    baseUrl: url,
    credential: () => credential,
    language: () => context.language,
    uploads: {
      send: createNodeSender(),
      store: createFileStore(context.stateDirectory, uploads),
    },
  });
}

/** Client for public data, without a credential. A server that only a link names must get no key. */
export function createGuestClient({ language }: Context, url: string): Client {
  return createClient({ baseUrl: url, language: () => language });
}
