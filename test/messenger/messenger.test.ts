import t from 'tap'
import { startChat } from '#test/fixtures/chat-server.js'

const URL_OF = 'https://hooks.chat.example/services/T0/B0/secret'

t.test('a message reaches the server of a public name, encrypted or not at all', async (t) => {
  const chat = await startChat(t)
  t.same(await chat.post(URL_OF, { text: 'hello' }), { is: 'accepted' })
  t.same(chat.messages, [
    { host: 'hooks.chat.example', path: '/services/T0/B0/secret', body: { text: 'hello' } }
  ])
  t.match(await chat.post(URL_OF.replace('https', 'http'), {}), { is: 'refused' })
  t.equal(chat.messages.length, 1)
})

/** Nothing of them may be looked up or connected to. */
const FORBIDDEN = [
  'http://hooks.chat.example/x',
  'ftp://hooks.chat.example/x',
  'https://user@hooks.chat.example/x',
  'https://user:word@hooks.chat.example/x',
  'https://hooks.chat.example:8443/x',
  'https://hooks.chat.example:80/x',
  'https://localhost/x',
  'https://LOCALHOST./x',
  'https://a.localhost/x',
  'https://printer.local/x',
  'https://metadata.google.internal/x',
  'https://router.home.arpa/x',
  'https://intranet/x',
  'https://127.0.0.1/x',
  'https://127.1/x',
  'https://2130706433/x',
  'https://017700000001/x',
  'https://0x7f000001/x',
  'https://0x7f.0.0.1/x',
  'https://0177.0.0.01/x',
  'https://127.0.0.1./x',
  'https://①②⑦.0.0.1/x',
  'https://0.0.0.0/x',
  'https://10.0.0.8/x',
  'https://172.16.0.1/x',
  'https://192.168.1.1/x',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/x',
  'https://100.100.100.200/x',
  'https://192.0.2.1/x',
  'https://198.18.0.1/x',
  'https://224.0.0.1/x',
  'https://255.255.255.255/x',
  'https://[::]/x',
  'https://[::1]/x',
  'https://[0:0:0:0:0:0:0:1]/x',
  'https://[::ffff:127.0.0.1]/x',
  'https://[::ffff:7f00:1]/x',
  'https://[::127.0.0.1]/x',
  'https://[64:ff9b::10.0.0.1]/x',
  'https://[64:ff9b:1::1]/x',
  'https://[2002:7f00:1::]/x',
  'https://[2001::1]/x',
  'https://[2001:db8::1]/x',
  'https://[fc00::1]/x',
  'https://[fd00:ec2::254]/x',
  'https://[fe80::1]/x',
  'https://[fec0::1]/x',
  'https://[ff02::1]/x',
  'https://hooks.chat.example/a b',
  'https://hooks.chat.example/a\nb',
  'hooks.chat.example/x',
  `https://hooks.chat.example/${'x'.repeat(2_000)}`
]

t.test('a URL that is not a public one is refused before its name is looked up', async (t) => {
  const chat = await startChat(t)
  for (const url of FORBIDDEN) {
    const result = await chat.post(url, {})
    t.match(result, { is: 'refused', reason: /^The webhook URL / }, url)
    t.notOk(JSON.stringify(result).includes('chat.example'), 'the reason does not quote it')
  }
  t.same([chat.lookups, chat.destinations], [[], []])
})

const INTERNAL = [
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.9',
  '0.0.0.0',
  '224.0.0.251',
  '::1',
  '::',
  '::ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  'fd12::1',
  'fe80::1',
  'ff02::fb',
  '2002:a00:1::'
]

t.test('a name with any internal address is refused, whatever its other addresses are', async (t) => {
  const chat = await startChat(t)
  for (const address of INTERNAL)
    for (const addresses of [[address], ['93.184.216.34', address]]) {
      chat.names['hooks.chat.example'] = [addresses]
      t.match(await chat.post(URL_OF, {}), { is: 'refused', reason: /internal address/ }, addresses.join())
    }
  t.same(chat.destinations, [])
})

t.test('the connection leads to the addresses that were checked, whatever the name means next', async (t) => {
  const chat = await startChat(t)
  chat.names['hooks.chat.example'] = [[['93.184.216.34'], ['127.0.0.1']]].flat()
  t.same(await chat.post(URL_OF, {}), { is: 'accepted' })
  t.same(chat.lookups, ['hooks.chat.example'], 'it is looked up once')
  t.same(chat.destinations, [
    { name: 'hooks.chat.example', addresses: [{ address: '93.184.216.34', family: 4 }], port: 443 }
  ])
  t.match(await chat.post(URL_OF, {}), { is: 'refused' }, 'the next message is checked anew')
})

t.test('a public address stands for itself', async (t) => {
  const chat = await startChat(t)
  t.same(await chat.post('https://[2606:2800:220:1::1]/x', {}), { is: 'accepted' })
  t.same(chat.lookups, [])
  t.match(chat.destinations, [{ addresses: [{ address: '2606:2800:220:1::1', family: 6 }] }])
})

t.test('a server that cannot prove its name hears nothing', async (t) => {
  const chat = await startChat(t)
  const failure = { is: 'unavailable', reason: /could not be reached/ }
  t.match(await chat.post('https://other.chat.example/x', {}), { ...failure, reason: /ALTNAME_INVALID/ })
  const trusting = await startChat(t, { ca: undefined })
  t.match(await trusting.post(URL_OF, {}), failure, 'its authority is not one that the machine trusts')
  t.same([chat.messages, trusting.messages], [[], []])
})

t.test('a redirect is not followed, wherever it leads', async (t) => {
  const chat = await startChat(t)
  for (const location of ['https://127.0.0.1/x', 'https://other.example/x', '/elsewhere']) {
    chat.answers('hooks.chat.example', { status: 307, headers: { location } })
    t.match(await chat.post(URL_OF, {}), { is: 'refused', reason: /307.*not followed/ })
  }
  t.equal(chat.messages.length, 3)
})

t.test('what may pass is tried again, and what would be refused again is not', async (t) => {
  const chat = await startChat(t)
  const after = async (status: number, headers: Record<string, string> = {}) => {
    chat.answers('hooks.chat.example', { status, headers })
    return chat.post(URL_OF, {})
  }
  for (const status of [500, 502, 503, 408, 429])
    t.same(await after(status), { is: 'unavailable', reason: `The webhook answered ${status}.` })
  for (const status of [400, 401, 403, 404, 410, 413])
    t.same(await after(status), { is: 'refused', reason: `The webhook answered ${status}.` })
  t.match(await after(429, { 'retry-after': '30' }), { is: 'unavailable', retryAfterSeconds: 30 })
  const date = new Date(Date.now() + 3_600_000).toUTCString()
  t.match(await after(503, { 'retry-after': date }), { is: 'unavailable', retryAfterSeconds: Number })
  const odd = await after(429, { 'retry-after': 'soon' })
  t.notOk('retryAfterSeconds' in odd)
  chat.answers('hooks.chat.example', 'cut')
  t.match(await chat.post(URL_OF, {}), { is: 'unavailable', reason: /could not be reached/ })
  chat.names['hooks.chat.example'] = [[]]
  t.match(await chat.post(URL_OF, {}), { is: 'unavailable', reason: /has no address/ })
})

t.test('a server that does not answer is left after a while', async (t) => {
  const chat = await startChat(t, { timeoutMs: 500 })
  chat.answers('hooks.chat.example', 'silent')
  t.match(await chat.post(URL_OF, {}), { is: 'unavailable', reason: /did not answer in time/ })
})
