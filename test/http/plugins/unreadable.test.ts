import { connect } from 'node:net'
import t from 'tap'
import { startTestService } from '#test/harness/app.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())
const { port } = new URL(await service.app.listen({ port: 0, host: '127.0.0.1' }))

/** What comes back for these bytes, until the service closes the connection. */
function exchange(bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => resolve(received))
  })
}

const request = (...lines: string[]) => `${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`
const LOGIN = 'POST /api/auth/login HTTP/1.1'
const TLS_HELLO = Buffer.from('160301006d01000069030300000000', 'hex')

t.test('bytes that are no HTTP get an answer in the one error shape, and the service lives on', async (t) => {
  for (const [what, bytes] of [
    ['words', 'hello there\r\n\r\n'],
    ['a TLS greeting', TLS_HELLO],
    ['random bytes', Buffer.from(Array.from({ length: 500 }, (_, at) => (at * 73 + 11) % 256))],
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['another version', request('GET /health HTTP/9.9', 'Host: x')],
    ['an unknown method', request('BREW /health HTTP/1.1', 'Host: x')],
    ['a header without a colon', request('GET /health HTTP/1.1', 'Host: x', 'nonsense')],
    ['a length that is no number', request(LOGIN, 'Host: x', 'Content-Length: many')],
    ['two lengths', request(LOGIN, 'Host: x', 'Content-Length: 1', 'Content-Length: 2')],
    ['a length beside chunks', request(LOGIN, 'Host: x', 'Content-Length: 5', 'Transfer-Encoding: chunked')],
    [
      'chunks that are none',
      `${LOGIN}\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\nzz\r\n`
    ]
  ] as const) {
    const reply = await exchange(bytes)
    t.match(reply, /^HTTP\/1\.1 400 Bad Request\r\n/, what)
    t.match(reply, /content-type: application\/json; charset=utf-8/i, what)
    t.match(
      JSON.parse(reply.slice(reply.lastIndexOf('\r\n\r\n'))),
      { error: 'Bad Request', message: /\w/, status: 400, code: 'unreadable' },
      what
    )
  }
  t.match(await exchange(request('GET /health HTTP/1.1', 'Host: x')), /^HTTP\/1\.1 200 /)
})

t.test('headers or a path above 16 kB are 431 in the one error shape', async (t) => {
  for (const lines of [
    ['GET /health HTTP/1.1', 'Host: x', `X-Long: ${'x'.repeat(20_000)}`],
    ['GET /health HTTP/1.1', 'Host: x', ...Array.from({ length: 2_000 }, (_, at) => `X-${at}: 12345`)],
    [`GET /${'x'.repeat(20_000)} HTTP/1.1`, 'Host: x']
  ]) {
    const reply = await exchange(request(...lines))
    t.match(reply, /^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/)
    t.match(reply, /"status":431,"code":"unreadable"}$/)
  }
})

t.test(
  'a request without a Host header is 400 in words, but for the old version that knows none',
  async (t) => {
    const reply = await exchange(request('GET /health HTTP/1.1'))
    t.match(reply, /^HTTP\/1\.1 400 /)
    t.match(reply, /"message":"The Host header is missing\."/)
    t.match(await exchange(request('GET /health HTTP/1.0')), /^HTTP\/1\.1 200 /)
  }
)

t.test('a request that does not arrive in time is 408 in the one error shape', async (t) => {
  const { server } = service.app
  const { requestTimeout, headersTimeout } = server
  t.teardown(() => {
    Object.assign(server, { requestTimeout, headersTimeout })
  })
  Object.assign(server, { requestTimeout: 100, headersTimeout: 100 })
  const beginning = `${LOGIN}\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`
  for (const bytes of [`${LOGIN}\r\n`, beginning]) {
    const reply = await exchange(bytes)
    t.match(reply, /^HTTP\/1\.1 408 Request Timeout\r\n/)
    t.match(reply, /"status":408,"code":"unreadable"}$/)
  }
})

t.test('a request has 30 s to arrive, whatever part of it is late', async (t) => {
  // Of both limits Node takes the larger one for the body.
  const { requestTimeout, headersTimeout } = service.app.server
  t.same({ requestTimeout, headersTimeout }, { requestTimeout: 30_000, headersTimeout: 30_000 })
})

t.test('an expectation that the service does not know is ignored', async (t) => {
  t.match(await exchange(request('GET /health HTTP/1.1', 'Host: x', 'Expect: miracles')), /^HTTP\/1\.1 200 /)
  t.match(
    await exchange(request('GET /nothing HTTP/1.1', 'Host: x', 'Expect: miracles')),
    /"code":"not_found","request_id":"[\w-]+"}$/
  )
})

t.test('a body that ends before its announced length harms nobody else', async (t) => {
  const socket = connect(Number(port), '127.0.0.1', () =>
    socket.end(`${LOGIN}\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"pass`)
  )
  socket.resume()
  await new Promise((resolve) => socket.once('close', resolve))
  t.match(await exchange(request('GET /health HTTP/1.1', 'Host: x')), /^HTTP\/1\.1 200 /)
})
