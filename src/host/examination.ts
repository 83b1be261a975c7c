// Examines a credential for an operator: what the host says of it, of its installations and of its webhooks.
import { isObject } from '#domain/json/path.js'
import type { JsonObject } from '#schemas/common.js'
import { type HostClient, openHostClient } from './api/client.js'
import type { HostCredential } from './api/credentials.js'
import { integerAt, objectAt, objectsIn, stringAt } from './payload.js'

export interface ExaminedInstallation {
  account: string
  isSuspended: boolean
  permissions: ReadonlyMap<string, string>
}

export interface HostExamination {
  /** The name of the App, or the login of the token's owner. */
  name: string
  /** Undefined for a token, which has neither installations nor a webhook. */
  app:
    | { installations: ExaminedInstallation[]; webhookUrl: string | null; refused: number; sent: number }
    | undefined
}

const AS_ITSELF = { installationId: null, priority: 'work', fresh: true } as const
/** The latest deliveries: enough to see whether they arrive. */
const DELIVERIES = 30

export async function examineHost(
  apiUrl: string | undefined,
  credential: HostCredential
): Promise<HostExamination> {
  const client = openHostClient({
    apiUrl,
    credential,
    // Nothing is shared with other processes for these few calls.
    store: { exchange: async () => ({ budgets: [], cooldowns: [] }) },
    log: { warn: () => {} },
    now: () => new Date()
  })
  if (client.kind === 'token')
    return { name: stringAt(await objectOf(client, '/user'), 'login') ?? '', app: undefined }
  const app = await objectOf(client, '/app')
  const hook = await objectOf(client, '/app/hook/config')
  const log = await client.read(
    { path: '/app/hook/deliveries', parameters: { per_page: DELIVERIES } },
    AS_ITSELF
  )
  const sent = objectsIn(log.body)
  return {
    name: stringAt(app, 'name') ?? '',
    app: {
      installations: await installationsOf(client),
      webhookUrl: stringAt(hook, 'url') || null,
      sent: sent.length,
      refused: sent.filter((one) => (integerAt(one, 'status_code') ?? 0) >= 400).length
    }
  }
}

async function objectOf(client: HostClient, path: string): Promise<JsonObject | undefined> {
  const { body } = await client.read({ path }, AS_ITSELF)
  return isObject(body) ? body : undefined
}

async function installationsOf(client: HostClient): Promise<ExaminedInstallation[]> {
  const found: ExaminedInstallation[] = []
  for await (const { body } of client.pages(
    { path: '/app/installations', parameters: { per_page: 100 } },
    AS_ITSELF
  ))
    found.push(...objectsIn(body).map(examined))
  return found
}

function examined(object: JsonObject): ExaminedInstallation {
  const permissions = Object.entries(objectAt(object, 'permissions') ?? {})
  return {
    account: stringAt(objectAt(object, 'account'), 'login') ?? 'an unnamed account',
    isSuspended: stringAt(object, 'suspended_at') !== null,
    permissions: new Map(permissions.map(([name, level]) => [name, String(level)]))
  }
}
