import { createdByOf } from '@satchel/api-client/permissions';
import { AppError } from '#errors';
import type { PropertyChange } from '#features/file-system/service.ts';
import type { DavMethod } from '../call.ts';
import type { WebdavDependencies } from '../dependencies.ts';
import { hrefOf } from '../headers/dav-path.ts';
import { isLive, propstat } from '../properties.ts';
import type { Resources } from '../resources.ts';
import { elementsOf, findChild, isDav, parseXml, type XmlElement } from '../xml/parse-xml.ts';
import { escapeXml, writeElement, writeName, XML_HEADER } from '../xml/write-xml.ts';

/** Maximum length of a property's name, and of its namespace, in characters. */
const MAX_NAME_CHARACTERS = 1024;

/** PROPPATCH: sets and removes properties, all that a request names or none. */
export function createProppatch(
  { fileSystem: { properties } }: Pick<WebdavDependencies, 'fileSystem'>,
  resources: Resources,
): DavMethod {
  return async (call) => {
    const changes = readChanges(await parseXml(call.body));
    const { resource, lockTokens } = await resources.check(call);
    if (!resource) throw new AppError('file_system.not_found');
    const { place } = resource;
    if (!place) throw new AppError('webdav.method_not_allowed');
    await resources.assertUnlocked(call, place, lockTokens);
    const path = resource.kind === 'directory' ? resource.path : place.path;
    const fixed = changes.filter(isLive);
    if (fixed.length === 0) {
      const holder = { storageConfigId: place.storage.config.id, name: place.key };
      await properties.change(holder, changes, createdByOf(call.caller));
    }
    return { status: 207, xml: answer(path, changes, fixed) };
  };
}

/** Reads the changes in the order of the request. */
function readChanges(root: XmlElement | undefined): readonly PropertyChange[] {
  if (!root || !isDav(root, 'propertyupdate')) throw new AppError('webdav.xml_invalid');
  const changes = elementsOf(root).flatMap((update) => {
    const isSet = isDav(update, 'set');
    if (!isSet && !isDav(update, 'remove')) return [];
    const prop = findChild(update, 'prop');
    if (!prop) throw new AppError('webdav.xml_invalid');
    return elementsOf(prop).map((property) => ({
      namespace: property.namespace,
      name: property.name,
      element: isSet ? writeElement(property) : undefined,
    }));
  });
  if (changes.length === 0) throw new AppError('webdav.xml_invalid');
  if (changes.some(({ namespace, name }) => namespace.length + name.length > MAX_NAME_CHARACTERS))
    throw new AppError('request.too_large');
  return changes;
}

const FIXED = '<D:error><D:cannot-modify-protected-property/></D:error>';

/** Results of the properties: if one cannot be changed, none is (RFC 4918 9.2). */
function answer(
  path: string,
  changes: readonly PropertyChange[],
  fixed: readonly PropertyChange[],
): string {
  const others = changes.filter((change) => !fixed.includes(change));
  const isDone = fixed.length === 0;
  return [
    `${XML_HEADER}<D:multistatus xmlns:D="DAV:"><D:response>`,
    `<D:href>${escapeXml(hrefOf(path))}</D:href>`,
    isDone ? '' : propstat(fixed.map(writeName), '403 Forbidden', FIXED),
    others.length === 0
      ? ''
      : propstat(others.map(writeName), isDone ? '200 OK' : '424 Failed Dependency'),
    '</D:response></D:multistatus>\n',
  ].join('');
}
