/** Result of a handler for work that continues: `data` says where to ask about it (202). */
export class StartedReply {
  readonly data: unknown;

  constructor(data: unknown) {
    this.data = data;
  }
}
