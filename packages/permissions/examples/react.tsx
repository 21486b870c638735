import { ANONYMOUS } from '@satchel/permissions';
import { createContext, type ReactNode, useContext } from 'react';
import { blog, type Permission, type Principal } from './blog.ts';

export const PrincipalContext = createContext<Principal>(ANONYMOUS);

interface CanProps {
  readonly permission: Permission;
  readonly path?: string;
  readonly children: ReactNode;
}

/** Shows what somebody may do. The server still has to ask the same question. */
export function Can({ permission, path, children }: CanProps): ReactNode {
  const principal = useContext(PrincipalContext);
  return blog.can(principal, permission, path) ? children : null;
}

export function PostActions({ path }: { readonly path: string }): ReactNode {
  return (
    <Can permission="publish" path={path}>
      <button type="button">Publish</button>
    </Can>
  );
}
