// The service on an empty database, as an App of an emulated host.
import { generateKeyPairSync } from 'node:crypto'
import { SERVICE } from '#paths.js'
import { type Contestant, freshDatabase, start } from './contestant.js'

export const KEY = 'bench-key-0123456789'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

export async function startAsApp(
  database: string,
  hostUrl: string,
  more: NodeJS.ProcessEnv = {}
): Promise<Contestant> {
  return start(SERVICE, {
    DATABASE_URL: await freshDatabase(database),
    API_KEY: KEY,
    SESSION_SECRET: 'a session secret for the bench alone',
    RATE_LIMIT_MAX: '1000000',
    HOST_API_URL: hostUrl,
    HOST_APP_ID: '12',
    HOST_APP_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    ...more
  })
}
