import { describe, expect, test } from 'vitest';
import { openServerAddress } from './server-address.ts';

describe('openServerAddress', () => {
  test.each([
    ['https://authority.example', 443, 'wss://authority.example/ws', 'authority.example'],
    ['https://authority.example:8443/', 8443, 'wss://authority.example:8443/ws', 'authority.example'],
    ['https://10.1.2.3:1', 1, 'wss://10.1.2.3:1/ws', undefined],
  ])('WS-001: %s is TLS 1.3', (origin, port, gatewayUrl, servername) => {
    const address = openServerAddress({ origin, ca: 'PEM' });
    expect(address).toMatchObject({ ok: true, value: { isEncrypted: true, port, gatewayUrl } });
    if (!address.ok) return;
    expect(address.value.tls).toStrictEqual({
      minVersion: 'TLSv1.3',
      rejectUnauthorized: true,
      ca: 'PEM',
      ...(servername === undefined ? {} : { servername }),
    });
  });

  test('another name than that of the address may be asked for', () => {
    const address = openServerAddress({ origin: 'https://127.0.0.1:2', servername: 'localhost' });
    expect(address).toMatchObject({ ok: true, value: { tls: { servername: 'localhost' } } });
  });

  test.each(['http://127.0.0.1:8080', 'http://127.9.9.9', 'http://localhost:1', 'http://[::1]:5'])(
    '%s is plain, and stays on this machine',
    (origin) => {
      expect(openServerAddress({ origin })).toMatchObject({ ok: true, value: { isEncrypted: false } });
    },
  );

  test.each([
    ['http://authority.example', 'without TLS'],
    ['http://10.1.2.3', 'without TLS'],
    ['http://127.0.0.1.example.com', 'without TLS'],
    ['http://[::2]', 'without TLS'],
    ['ftp://localhost', 'neither'],
    ['nonsense', 'not an address'],
    ['https://user:secret@authority.example', 'a host and a port'],
    ['https://authority.example/path', 'a host and a port'],
    ['https://authority.example/?q', 'a host and a port'],
  ])('%s is refused', (origin, reason) => {
    const address = openServerAddress({ origin });
    expect(address.ok ? '' : address.fault).toContain(reason);
  });
});
