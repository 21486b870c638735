/** Link of a share with its name. */
export interface NamedLink {
  readonly name: string;
  readonly url: string;
}
