import { createFileRoute } from '@tanstack/react-router';
export const Route = createFileRoute('/upload')({ component: () => <h1>Up</h1> });
