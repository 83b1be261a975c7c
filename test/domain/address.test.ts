import t from 'tap'
import { clientOf } from '../../src/domain/address.js'

t.test('an IPv4 address is one client, also where IPv6 wraps it', async (t) => {
  t.equal(clientOf('203.0.113.7'), '203.0.113.7')
  t.equal(clientOf('::ffff:203.0.113.7'), '203.0.113.7')
  t.equal(clientOf('::FFFF:203.0.113.7'), '203.0.113.7')
})

t.test('all IPv6 addresses of one /64 network are one client, however they are written', async (t) => {
  const network = clientOf('2001:db8:0:1::1')
  for (const same of ['2001:db8:0:1:ffff::9', '2001:0DB8:0000:0001::', '2001:db8::1:0:0:0:1'])
    t.equal(clientOf(same), network, same)
  for (const other of ['2001:db8:0:2::1', '2001:db8::1', '2001:db8:1::', '::1'])
    t.not(clientOf(other), network, other)
  t.equal(clientOf('::1'), clientOf('0:0:0:0:0:0:0:1'))
  t.equal(clientOf('fe80::1%eth0'), clientOf('fe80::2'))
})

t.test('whatever a proxy calls its client stays short', async (t) => {
  t.ok(clientOf('x'.repeat(10_000)).length <= 64)
  t.ok(clientOf(':'.repeat(10_000)).length <= 400)
  t.equal(clientOf(''), '')
})
