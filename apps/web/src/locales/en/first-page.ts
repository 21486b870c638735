import markdown from './markdown.json';
import shares from './shares.json';
import shell from './shell.json';
import textShares from './text-shares.json';

/** The texts of Home and of shared texts in one file: one request and not four. */
export const catalogues = { shell, shares, markdown, 'text-shares': textShares };
