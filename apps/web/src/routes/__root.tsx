import { createRootRoute } from '@tanstack/react-router';
import { AppShell } from '#shared/shell/app-shell.tsx';

export const Route = createRootRoute({ component: AppShell });
