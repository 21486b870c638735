import { describe, expect, it } from 'vitest';
import { hrefOf, readAddress, readDavPath } from './dav-path.ts';

const HOSTS = ['files.example', 'files.example:8080'];

describe('paths of WebDAV', () => {
  it.each([
    ['/dav', '/'],
    ['/dav/', '/'],
    ['/dav/m/', '/m/'],
    ['/dav/m/a%20b%2Bc%E6%96%87', '/m/a b+c文'],
    ['/dav/m/%2e%2e/x', '/m/../x'],
    ['/dav/m/%252e', '/m/%2e'],
    ['/dav/m?x=/dav/y', '/m'],
  ])('%s is read once as %s', (target, path) => {
    expect(readDavPath(target)).toBe(path);
  });

  it.each(['/', '/davx', '/api/dav', '/dav/a%2fb', '/dav/%', '/dav/%ff', '/dav/a#b'])(
    '%s is refused',
    (target) => {
      expect(() => readDavPath(target)).toThrow('file_system.path_invalid');
    },
  );

  it('are written as they are read', () => {
    for (const path of ['/', '/m/', "/m/a b+c文#?%&'.txt", '/m/😀/']) {
      expect(readDavPath(hrefOf(path))).toBe(path);
    }
  });
});

describe('addresses in headers', () => {
  it('name this server, whatever the scheme that its proxy has', () => {
    expect(readAddress('/dav/m/a', HOSTS)).toBe('/m/a');
    expect(readAddress('http://files.example/dav/m/a%20b', HOSTS)).toBe('/m/a b');
    expect(readAddress('https://FILES.example:8080/dav/m/', HOSTS)).toBe('/m/');
  });

  it('may have names that are not percent-encoded, in UTF-8', () => {
    const sent = Buffer.from('http://files.example/dav/m/é 文').toString('latin1');
    expect(readAddress(sent, HOSTS)).toBe('/m/é 文');
  });

  it('are refused where they lead elsewhere, or nowhere', () => {
    const elsewhere = 'webdav.destination_elsewhere';
    expect(() => readAddress('http://files.example.org/dav/m', HOSTS)).toThrow(elsewhere);
    expect(() => readAddress('http://files.example:81/dav/m', HOSTS)).toThrow(elsewhere);
    expect(() => readAddress('http://files.example@evil.example/dav/m', HOSTS)).toThrow(elsewhere);
    expect(() => readAddress('ftp://files.example/dav/m', HOSTS)).toThrow('webdav.header_invalid');
    expect(() => readAddress('dav/m', HOSTS)).toThrow('webdav.header_invalid');
    expect(() => readAddress('http://files.example/api/x', HOSTS)).toThrow('path_invalid');
  });

  it('keep the dots that they were written with, to be refused', () => {
    expect(readAddress('http://files.example/dav/m/../x', HOSTS)).toBe('/m/../x');
  });
});
