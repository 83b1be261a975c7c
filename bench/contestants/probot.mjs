// Probot as its users start it, with a handler that does nothing.
import { run } from 'probot'

const { APP_PRIVATE_KEY, HOST_WEBHOOK_SECRET, PORT } = process.env

const empty = (app, { addHandler }) => {
  app.on('issues.opened', async () => {})
  addHandler((request, response) => {
    if (request.url === '/health') response.end('ok')
    return request.url === '/health'
  })
}

await run(empty, {
  env: {
    APP_ID: '1',
    PRIVATE_KEY: APP_PRIVATE_KEY,
    WEBHOOK_SECRET: HOST_WEBHOOK_SECRET,
    WEBHOOK_PATH: '/webhooks/host',
    HOST: '127.0.0.1',
    PORT,
    NODE_ENV: 'production'
  }
})
process.once('SIGTERM', () => process.exit(0))
