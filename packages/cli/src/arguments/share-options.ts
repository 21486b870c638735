import { type Command, Option } from 'commander';
import { usageError } from '../command-error.ts';
import type { Context } from '../context.ts';
import { ask } from '../terminal/prompt.ts';
import { parseDuration } from './duration.ts';

/** Options that all kinds of shares have in common, as typed. */
export interface ShareOptions {
  readonly slug?: string;
  /** `-` prompts for it. */
  readonly password?: string;
  /** Lifetime in milliseconds; 0 or undefined for no expiry. */
  readonly expires?: number;
  readonly views?: number;
  readonly title?: string;
  readonly json?: true;
}

/** Options of `share` with paths, as typed. */
export interface PathShareOptions extends ShareOptions {
  readonly message?: string;
  readonly sender?: string;
  /** Link of an own bundle that the files join. */
  readonly into?: string;
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

/** Like {@link addShareOptions}, with the options of bundles. */
export function addPathShareOptions(command: Command, context: Context): Command {
  const { say } = context;
  return addShareOptions(command, context)
    .option('-m, --message <text>', say('option_message'))
    .option('--sender <name>', say('option_sender'))
    .option('--into <link>', say('option_into'));
}

/** @throws {CommandError} `views_invalid` */
export function parseViews(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text) || Number(text) > 2_147_483_647) {
    throw usageError('views_invalid', { text });
  }
  return Number(text);
}

/** Expiry of a text share, as the API accepts it. */
export function expiryTimeOf({ expires }: ShareOptions): string | undefined {
  return expires ? new Date(Date.now() + expires).toISOString() : undefined;
}

/**
 * Lifetime in hours, as the API of file shares accepts it. The server takes six decimals, which is a
 * precision of a few milliseconds.
 */
export function expiryHoursOf({ expires }: ShareOptions): number | undefined {
  return expires ? Number((expires / HOUR_MS).toFixed(6)) : undefined;
}

/**
 * Password of a share: as typed, from a prompt if that is `-`, or from `SATCHEL_SHARE_PASSWORD`. Other users
 * of the computer can see arguments, but not the variable.
 */
export async function passwordOf(
  context: Context,
  typed: string | undefined,
): Promise<string | undefined> {
  if (typed === '-') return ask(context, 'ask_share_password', { isHidden: 1 });
  return (typed ?? context.env.SATCHEL_SHARE_PASSWORD) || undefined;
}
