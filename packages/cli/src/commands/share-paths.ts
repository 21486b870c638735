import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Command } from 'commander';
import { asDirectory, isMountPath, mountPathOf } from '../arguments/mount-path.ts';
import { parseShareLink } from '../arguments/share-link.ts';
import {
  addPathShareOptions,
  expiryHoursOf,
  type PathShareOptions,
  passwordOf,
} from '../arguments/share-options.ts';
import { usageError } from '../command-error.ts';
import type { Context } from '../context.ts';
import { connect } from '../session/connect.ts';
import { createBundle, printLink, type ShareTask, shareBundle } from '../transfer/share-bundle.ts';
import { addExamples, type GlobalOptions } from './add-examples.ts';
import { shareFiles } from './share-file.ts';

type Options = PathShareOptions & GlobalOptions;

export function configureShareCommand(command: Command, context: Context): void {
  command
    .description(context.say('share_description'))
    .usage('[options] <path...>\n       satchel share text|file …')
    .argument('<path...>', context.say('share_argument'))
    // Options behind `text` and `file` are theirs.
    .enablePositionalOptions()
    .hook('preAction', refuseOptionsOfPaths)
    .action((paths: readonly string[], _options, self: Command) =>
      sharePaths(context, paths, self.optsWithGlobals<Options>()),
    );
  addPathShareOptions(command, context);
  addExamples(command, context, [
    'satchel share report.pdf photo.jpg',
    'satchel share photos --title "Summer" --expires 2w',
    'satchel share --into https://share.example.org/share/summer more.jpg',
    'satchel share :/archive/2026',
  ]);
}

/** Refuses options before `text` and `file` that only paths have, such as `--into`. */
function refuseOptionsOfPaths(share: Command, called: Command): void {
  const refused = share.options.find(
    (option) =>
      share.getOptionValue(option.attributeName()) !== undefined &&
      called.options.every(({ long }) => long !== option.long),
  );
  if (refused) {
    const code = 'commander.unknownOption';
    called.error(`error: unknown option '${refused.long}'`, { code });
  }
}

async function sharePaths(
  context: Context,
  paths: readonly string[],
  options: Options,
): Promise<void> {
  const sources = {
    local: paths.filter((path) => !isMountPath(path)),
    mounted: paths.filter(isMountPath).map(mountPathOf),
  };
  // Finds a mistyped path before a link is made.
  const kinds = await Promise.all(sources.local.map((path) => stat(path)));
  const { message, sender, into } = options;
  const isBundle = Boolean(message || sender || into) || paths.length > 1;
  if (!isBundle && kinds[0]?.isDirectory() === false) return shareFiles(context, paths, options);
  const link = into === undefined ? undefined : bundleLinkOf(into, options);
  const { client, server } = await connect(context, options.server ?? link?.serverUrl);
  const password = await passwordOf(context, options.password);
  const task = { context, client, serverUrl: server.url, sources, options, password };
  const [mounted] = sources.mounted;
  if (paths.length === 1 && mounted !== undefined && !link) {
    return shareMounted(task, mounted, isBundle);
  }
  return shareBundle(task, paths, link?.slug);
}

function bundleLinkOf(into: string, options: Options) {
  const link = parseShareLink(into);
  if (link?.kind !== 'bundle') throw usageError('link_invalid', { link: into });
  const { slug, password, expires, views, title, message, sender } = options;
  const given = [slug, password, expires, views, title, message, sender];
  if (given.some((value) => value !== undefined)) throw usageError('into_options');
  return link;
}

/** Shares a folder of a mount as it is at each visit, or one file of a mount. Uploads nothing. */
async function shareMounted(task: ShareTask, path: string, isBundle: boolean): Promise<void> {
  const { context, client, options, password } = task;
  const { signal } = context;
  const { isDirectory } =
    path === '/' ? { isDirectory: true } : await client.fs.get({ query: { path } }, { signal });
  if (isDirectory) return printLink(task, await createBundle(task, asDirectory(path)));
  if (isBundle) return shareBundle(task, [path], undefined);
  const { slug, views: max_views, title: remark } = options;
  const expires_in = expiryHoursOf(options);
  const body = { path, slug, password, expires_in, max_views, remark };
  const once = { signal, idempotencyKey: randomUUID() };
  return printLink(task, await client.fs.share({ body }, once));
}
