import { createRootRouteWithContext } from '@tanstack/react-router';
import { AppShell } from '#shared/shell/app-shell.tsx';
import type { RouterContext } from '#shared/shell/router-context.ts';

export const Route = createRootRouteWithContext<RouterContext>()({ component: AppShell });
