/** Sentences of the server that are no errors. `{name}` is filled in. */
export const serverEn = {
  'reply.done': 'OK',
  'reply.partly': 'Some of it failed',
  'reply.started': 'It takes a while and goes on',
  'url_uploads.cancelled': 'Upload cancelled',
  'cards.text': 'A text for you',
  'cards.file': 'A file for you',
  'cards.bundle': 'Files for you',
  'cards.from': 'From {sender}',
  'cards.folder': 'Shared folder',
  'cards.inFolder': 'Folder',
  'cards.oneFile': '1 file, {size}',
  'cards.files': '{count} files, {size}',
  'cards.until': 'Available until {when}',
  'cards.download': 'Download',
  'cards.downloadAll': 'Download all',
  'cards.downloadFiles': 'Download all ({count} files)',
  'cards.locked': 'Opens with a password',
  'settings.group_1': 'Global',
  'settings.group_2': 'Preview',
  'settings.group_3': 'WebDAV',
  'settings.group_4': 'Site',
  'storage_test.skipped': 'Not checked',
  'storage_test.skippedNote': 'Skipped, because an earlier check failed.',
  'storage_test.readOk': 'The bucket can be listed.',
  'storage_test.writeOk': 'A small object was written, read and deleted again.',
  'storage_test.deleteFailed': 'A small object was written but could not be deleted ({code})',
  'storage_test.deleteMend': 'Give the key the right to delete, and remove {key} yourself.',
  'storage_test.rangeOk': 'Range requests work: videos can seek and downloads can resume.',
  'storage_test.rangeIgnored': 'The storage ignores the Range header',
  'storage_test.rangeMend':
    'Downloads work but cannot be resumed; check a proxy in front of the storage.',
  'storage_test.multipartOk': 'Large files can be uploaded in parts.',
  'storage_test.clockOk': 'The clocks of server and storage agree.',
  'storage_test.clockUnknown': 'The storage does not tell its time, so it was not compared.',
  'storage_test.clockOff': 'The clocks of server and storage differ by {seconds} seconds',
  'storage_test.clockMend':
    'Set both by a time server (NTP); from 15 minutes on the storage refuses every request.',
  'storage_test.corsOk': 'Pages of {origin} may upload to this bucket.',
  'storage_test.corsSameOrigin':
    'The storage has the address of this page, so it needs no CORS rules.',
  'storage_test.corsMixed': 'The page is on https but the storage on http, so browsers block it',
  'storage_test.corsMixedMend':
    'Give the storage an https address, for browsers as its public endpoint.',
  'storage_test.corsStatus': 'The storage refuses the preflight of a browser ({code})',
  'storage_test.corsOrigin': 'The storage does not allow pages of {origin}',
  'storage_test.corsMethod': 'The storage does not allow pages to PUT',
  'storage_test.corsHeaders': 'The storage does not allow pages to send {headers}',
  'storage_test.corsEtag': 'The storage does not let pages read the ETag',
  'storage_test.corsMend':
    'Apply the CORS rules from here, or allow in the storage’s console: origin {origin}, methods GET, HEAD and PUT, headers *, exposed header ETag.',
  'storage_test.step1': 'Sign a URL',
  'storage_test.step2': 'Upload as a browser',
  'storage_test.step3': 'Download as a browser',
  'storage_test.stepOk': 'Worked',
  'storage_test.stepUnsigned': 'No URL can be made of this endpoint',
  'storage_test.stepUnsignedMend':
    'Check the endpoint; where it is a plain IP address, path style must be switched on.',
  'storage_test.stepBlocked': 'A browser does not send this, because CORS does not allow it',
  'storage_test.stepDiffers': 'The downloaded file differs from the uploaded one',
  'storage_test.stepDiffersMend': 'Check a proxy or CDN in front of the storage.',
  'storage_test.ownAddress':
    'This server cannot reach its own address {origin}; where browsers can, uploads work.',
  'storage_test.browserOk': 'Uploading and downloading work as in a browser.',
  'storage_test.allWell': 'Everything works.',
  'storage_test.mendAndRepeat': 'Fix the problems below, then test again.',
  'storage_test.problem.unreachable': 'The storage does not answer at {endpoint} ({code})',
  'storage_test.mend.unreachable':
    'Check the endpoint’s name and port, and that a firewall lets this server through.',
  'storage_test.problem.no_name': 'There is no server with the name in {endpoint} ({code})',
  'storage_test.mend.no_name':
    'Check the endpoint’s name; where the storage has no name for every bucket, switch path style on.',
  'storage_test.problem.no_tls': 'What answers at {endpoint} does not speak https ({code})',
  'storage_test.mend.no_tls':
    'Write http:// where the storage has no certificate, or check the port.',
  'storage_test.problem.tls': 'The storage’s certificate is not accepted ({code})',
  'storage_test.mend.tls':
    'Use a certificate that is valid for this name, or add its authority with NODE_EXTRA_CA_CERTS.',
  'storage_test.problem.timeout': 'The storage did not answer within 10 seconds',
  'storage_test.mend.timeout':
    'Check the endpoint and the network, or try again when the storage is less busy.',
  'storage_test.problem.not_s3': 'What answers at {endpoint} does not speak S3',
  'storage_test.mend.not_s3':
    'Enter the address of the S3 interface; the console and the web page have others.',
  'storage_test.problem.no_bucket': 'There is no bucket {bucket} ({code})',
  'storage_test.mend.no_bucket':
    'Create it, or mend its name; where it exists, switch path style on or off.',
  'storage_test.problem.denied': 'The key may not do this ({code})',
  'storage_test.mend.denied': 'Give the key the right to list, read, write and delete in {bucket}.',
  'storage_test.problem.unknown_key': 'The storage does not know this access key id',
  'storage_test.mend.unknown_key': 'Copy the access key id anew.',
  'storage_test.problem.wrong_secret': 'The storage refuses the signature',
  'storage_test.mend.wrong_secret':
    'Enter the secret key anew; if it is right, check the region and path style.',
  'storage_test.problem.clock': 'The clocks of server and storage differ too much',
  'storage_test.mend.clock': 'Set this server’s clock by a time server (NTP).',
  'storage_test.problem.wrong_region':
    'The bucket is in another region or at another endpoint ({code})',
  'storage_test.mend.wrong_region': 'Enter the region and the endpoint of the bucket.',
  'storage_test.problem.unsupported': 'The storage does not support this ({code})',
  'storage_test.mend.unsupported': 'Update the storage, or use another.',
  'storage_test.problem.full': 'The storage has no space left ({code})',
  'storage_test.mend.full': 'Free some space or raise the quota.',
  'storage_test.problem.unknown': 'The storage answered with an error ({code})',
  'storage_test.mend.unknown': 'Look this code up in the storage’s documentation or log.',
} as const;

export type ServerSentence = keyof typeof serverEn;
