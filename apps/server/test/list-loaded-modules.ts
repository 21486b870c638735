// Preloaded into a process by `--import`: writes the URL of each module that it loads into a file.
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const list = process.env.LOADED_MODULES_FILE;

registerHooks({
  load(url, context, nextLoad) {
    if (list !== undefined) appendFileSync(list, `${url}\n`);
    return nextLoad(url, context);
  },
});
