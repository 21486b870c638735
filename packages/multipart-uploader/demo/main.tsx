import { createXhrSender } from '@satchel/multipart-uploader/xhr';
import { createLine } from './line.ts';
import { showPage } from './page.tsx';

showPage(createLine(), createXhrSender());
