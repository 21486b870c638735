import { type Command, Option } from 'commander';
import { usageError } from '../command-error.ts';
import type { Context } from '../context.ts';
import { ask } from '../terminal/prompt.ts';
import { parseDuration } from './duration.ts';

/** Options that the three kinds of shares have in common, as typed. */
export interface ShareOptions {
  readonly slug?: string;
  /** `-` asks for it. */
  readonly password?: string;
  /** How long the share lasts, in milliseconds; 0 and undefined are for ever. */
  readonly expires?: number;
  readonly views?: number;
  readonly title?: string;
  readonly json?: true;
}

const HOUR_MS = 60 * 60 * 1000;

export function addShareOptions(command: Command, { say }: Context): Command {
  return command
    .option('-s, --slug <slug>', say('option_slug'))
    .option('-p, --password <password>', say('option_new_password'))
    .addOption(
      new Option('-e, --expires <duration>', say('option_expires')).argParser(parseDuration),
    )
    .addOption(new Option('-n, --views <number>', say('option_views')).argParser(parseViews))
    .option('-t, --title <title>', say('option_title'))
    .option('--json', say('option_json'));
}

/** @throws {CommandError} `views_invalid` */
export function parseViews(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text) || Number(text) > 2_147_483_647) {
    throw usageError('views_invalid', { text });
  }
  return Number(text);
}

/** End of a text share, as its call takes it. */
export function expiryTimeOf({ expires }: ShareOptions): string | undefined {
  return expires ? new Date(Date.now() + expires).toISOString() : undefined;
}

/**
 * How many hours a share lasts, as files are told of it. The server takes six decimals, which is a
 * few thousandths of a second.
 */
export function expiryHoursOf({ expires }: ShareOptions): number | undefined {
  return expires ? Number((expires / HOUR_MS).toFixed(6)) : undefined;
}

/**
 * The password for a share: as typed, asked for at the terminal where that was `-`, or that of
 * `SATCHEL_SHARE_PASSWORD`, which unlike an argument nobody else on the machine sees.
 */
export async function passwordOf(
  context: Context,
  typed: string | undefined,
): Promise<string | undefined> {
  if (typed === '-') return ask(context, 'ask_share_password', { isHidden: 1 });
  return (typed ?? context.env.SATCHEL_SHARE_PASSWORD) || undefined;
}
