import {
  changePassword,
  checkAdminToken,
  checkApiKey,
  endOtherSessions,
  endSession,
  listSessions,
  login,
  logout,
} from '@satchel/api-client/contract/sessions';
import { permissionObjectOf } from '@satchel/api-client/permissions';
import { AppError } from '#errors';
import { readCredential } from '#http/contract/authenticate.ts';
import { type HttpDependencies, mountEndpoint } from '#http/contract/mount-endpoint.ts';
import type { AdminCaller, AuthenticatedCaller } from '#security/caller.ts';
import type { OpenSession, SessionService } from './service.ts';

/** Every permission bit, for an administrator's row of flags. */
const ALL_PERMISSIONS = -1;

export function sessionRoutes(http: HttpDependencies, sessions: SessionService): void {
  mountEndpoint(http, login, async ({ body, source, request }) => {
    const agent = request.headers['user-agent'];
    const session = await sessions.login(body.username, body.password, source, agent);
    const { admin, username, token, expiresAt } = session;
    await http.audit({ caller: admin, request }, { action: 'sessions.started' });
    return { username, token, expiresAt: expiresAt.toISOString() };
  });

  mountEndpoint(http, logout, async ({ request, reply }) => {
    const ended = await sessions.logout(readCredential(request.headers));
    if (ended) await http.audit({ caller: ended, request }, { action: 'sessions.ended' });
    // Clears the browser's cache, which may hold private files. Not "storage", which holds theme,
    // language and drafts, and not "cookies", which belong to other services on the domain.
    reply.header('clear-site-data', '"cache"');
    return null;
  });

  mountEndpoint(http, changePassword, async (call) => {
    const { body, source } = call;
    await sessions.changeAccount(adminOf(call.caller), body, source);
    const fields = [body.newUsername ? 'username' : '', body.newPassword ? 'password' : ''];
    const details = { fields: fields.filter(Boolean) };
    await http.audit(call, { action: 'account.changed', details });
    return null;
  });

  mountEndpoint(http, listSessions, async ({ caller, request }) => {
    const own = readCredential(request.headers);
    return (await sessions.list(adminOf(caller), own)).map(present);
  });

  mountEndpoint(http, endSession, async (call) => {
    const isEnded = await sessions.end(adminOf(call.caller), call.params.id);
    if (isEnded) await http.audit(call, { action: 'sessions.ended' });
    return null;
  });

  mountEndpoint(http, endOtherSessions, async (call) => {
    const own = readCredential(call.request.headers);
    const ended = await sessions.endOthers(adminOf(call.caller), own);
    if (ended > 0) await http.audit(call, { action: 'sessions.others_ended', details: { ended } });
    return { ended };
  });

  mountEndpoint(http, checkAdminToken, () => null);

  mountEndpoint(http, checkApiKey, ({ caller }) => {
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

/** Narrows the type; the access of these calls admits only administrators. */
function adminOf(caller: AuthenticatedCaller): AdminCaller {
  if (caller.kind !== 'admin') throw new AppError('auth.admin_required');
  return caller;
}

function present(session: OpenSession) {
  const { startedAt, lastUsedAt, expiresAt, endsAt, ...rest } = session;
  return {
    ...rest,
    startedAt: startedAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt.toISOString(),
    endsAt: endsAt.toISOString(),
  };
}
