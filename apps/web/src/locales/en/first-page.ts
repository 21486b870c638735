import markdown from './markdown.json';
import shares from './shares.json';
import shell from './shell.json';
import textShares from './text-shares.json';

/** The texts of Home and of shared texts in one file, so that one request fetches them, not four. */
export const catalogues = { shell, shares, markdown, 'text-shares': textShares };
