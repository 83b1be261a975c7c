// The service itself, connected to the emulated host: with credentials that were generated for this once.
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { readSettings } from '#settings/settings.js'
import { createClient, type ServiceClient } from '../openapi/client.js'
import { openLog } from '../src/logger.js'
import { type Service, startService } from '../src/service.js'

export interface DemoService extends Service {
  address: string
  apiKey: string
  webhookSecret: string
  client: ServiceClient
}

interface Place {
  hostUrl: string
  dataDir: string
  /** What of the environment of the user holds for the demo: nothing that is secret, and nothing that leads elsewhere. */
  environment: NodeJS.ProcessEnv
  onFatal: (error: Error) => void
}

const APP_ID = 1
/** The demo asks from the same address as the browser of whoever watches. */
const RATE_LIMIT_MAX = '100000'

export async function startDemoService({
  hostUrl,
  dataDir,
  environment,
  onFatal
}: Place): Promise<DemoService> {
  const [apiKey, webhookSecret, sessionSecret] = [16, 32, 32].map((bytes) =>
    randomBytes(bytes).toString('hex')
  )
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const settings = readSettings({
    ...environment,
    RATE_LIMIT_MAX,
    DATA_DIR: dataDir,
    API_KEY: apiKey,
    SESSION_SECRET: sessionSecret,
    HOST_API_URL: hostUrl,
    HOST_APP_ID: String(APP_ID),
    HOST_APP_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    HOST_WEBHOOK_SECRET: webhookSecret
  })
  // This host does not mind writes in quick succession.
  const host = { ...settings.host, limits: { spacedWrites: false } }
  const log = openLog(settings.logLevel, { format: settings.logFormat })
  const service = await startService({ ...settings, host, isDemo: true }, log, onFatal)
  const { address } = service
  if (address === undefined || apiKey === undefined || webhookSecret === undefined)
    throw new Error('The service serves no pages.')
  const client = createClient({ baseUrl: address, headers: { authorization: `Bearer ${apiKey}` } })
  return { ...service, address, apiKey, webhookSecret, client }
}
