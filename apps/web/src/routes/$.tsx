import { createFileRoute } from '@tanstack/react-router';
import { NotFoundRedirect } from '#shared/shell/not-found-redirect.tsx';

export const Route = createFileRoute('/$')({ component: NotFoundRedirect });
