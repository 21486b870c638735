/** What a handler returns for work that goes on: `data` says where to ask about it (202). */
export class StartedReply {
  readonly data: unknown;

  constructor(data: unknown) {
    this.data = data;
  }
}
