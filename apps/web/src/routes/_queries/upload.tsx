import { createFileRoute } from '@tanstack/react-router';
export const Route = createFileRoute('/_queries/upload')({ component: () => <h1>Up</h1> });
