import {
  changePassword,
  checkAdminToken,
  checkApiKey,
  login,
  logout,
} from '@satchel/api-client/contract/sessions';
import { permissionObjectOf } from '@satchel/permissions/json';
import type { FastifyInstance } from 'fastify';
import { readCredential } from '#http/authenticate.ts';
import { type HttpDependencies, mountEndpoint } from '#http/mount-endpoint.ts';
import type { SessionService } from './service.ts';

/** Every permission bit, for an administrator's row of flags. */
const ALL_PERMISSIONS = -1;

export function sessionRoutes(
  app: FastifyInstance,
  http: HttpDependencies,
  sessions: SessionService,
): void {
  mountEndpoint(app, http, login, async ({ body, source }) => {
    const session = await sessions.login(body.username, body.password, source);
    return { ...session, expiresAt: session.expiresAt.toISOString() };
  });

  mountEndpoint(app, http, logout, async ({ request }) => {
    await sessions.logout(readCredential(request.headers));
    return null;
  });

  mountEndpoint(app, http, changePassword, async ({ caller, body, source }) => {
    // The call's access lets administrators through, and nobody else.
    if (caller.kind === 'admin') await sessions.changeAccount(caller, body, source);
    return null;
  });

  mountEndpoint(app, http, checkAdminToken, () => null);

  mountEndpoint(app, http, checkApiKey, ({ caller }) => {
    const { id, name } = caller;
    const basicPath = caller.kind === 'admin' ? '/' : caller.basePath;
    const bits = caller.kind === 'admin' ? ALL_PERMISSIONS : caller.permissions;
    return {
      name,
      basic_path: basicPath,
      permissions: permissionObjectOf(bits),
      key_info: { id, name, basic_path: basicPath },
      ...(caller.kind === 'admin' ? { is_admin: true as const } : {}),
    };
  });
}
