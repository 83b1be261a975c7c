// Examines a credential for an operator: what the host says of it, of its installations and of its webhooks.

import { isObject } from '#domain/json/path.js'
import {
  type ExaminedDelivery,
  type ExaminedInstallation,
  type ExaminedWebhook,
  type HostExamination,
  hasArrived,
  MOST_EXAMINED
} from '#domain/operation/examination.js'
import { visible } from '#domain/text/visible.js'
import { HostError } from '#errors/host.js'
import type { Json, JsonObject } from '#schemas/common.js'
import type { HostClient } from '../api/client.js'
import type { SignatureVerifier } from '../api/signature.js'
import { flagAt, idAt, integerAt, isDefined, momentAt, objectAt, objectsIn, stringAt } from '../payload.js'

/** Somebody waits for the answer. */
const AS_ITSELF = { installationId: null, priority: 'interactive', fresh: true } as const
/** Enough to see whether they arrive. */
const DELIVERIES = 30
const LONGEST_NAME = 100
/** There are some seventy. */
const MOST_PERMISSIONS = 200

export async function examineHost(client: HostClient, verify?: SignatureVerifier): Promise<HostExamination> {
  if (client.kind === 'token')
    return { name: shown(stringAt(await objectOf(client, '/user'), 'login') ?? ''), app: undefined }
  const app = await objectOf(client, '/app')
  return {
    name: shown(stringAt(app, 'name') ?? ''),
    app: { installations: await installationsOf(client), webhook: await webhookOf(client, verify) }
  }
}

async function objectOf(client: HostClient, path: string): Promise<JsonObject | undefined> {
  const { body } = await client.read({ path }, AS_ITSELF)
  return isObject(body) ? body : undefined
}

async function installationsOf(client: HostClient): Promise<ExaminedInstallation[]> {
  const found: ExaminedInstallation[] = []
  const request = { path: '/app/installations', parameters: { per_page: 100 } }
  for await (const { body } of client.pages(request, AS_ITSELF)) {
    found.push(...objectsIn(body).map(examined))
    // Enough to be told of a few more than are examined.
    if (found.length > MOST_EXAMINED) break
  }
  return found
}

/** Names are shorter; what a host says in their place is shown in part. */
const shown = (name: string) => visible(name.slice(0, LONGEST_NAME))

function examined(object: JsonObject): ExaminedInstallation {
  const permissions = Object.entries(objectAt(object, 'permissions') ?? {})
  return {
    account: shown(stringAt(objectAt(object, 'account'), 'login') ?? 'an unnamed account'),
    isSuspended: stringAt(object, 'suspended_at') !== null,
    permissions: new Map(permissions.slice(0, MOST_PERMISSIONS).map(([name, level]) => [name, String(level)]))
  }
}

async function webhookOf(client: HostClient, verify?: SignatureVerifier): Promise<ExaminedWebhook> {
  const hook = await objectOf(client, '/app/hook/config')
  const deliveries = await latestDeliveries(client)
  const [newest] = deliveries
  // The service accepts nothing that is signed otherwise, so one that arrived need not be looked at.
  const unproven = newest && !hasArrived(newest) ? newest : undefined
  return {
    url: stringAt(hook, 'url') || null,
    hasSecret: Boolean(stringAt(hook, 'secret')),
    isJson: (stringAt(hook, 'content_type') ?? 'json') === 'json',
    deliveries,
    isSigned: unproven !== undefined && verify !== undefined && (await isSigned(client, unproven, verify))
  }
}

/** The newest first. */
export async function latestDeliveries(client: HostClient): Promise<ExaminedDelivery[]> {
  const request = { path: '/app/hook/deliveries', parameters: { per_page: DELIVERIES } }
  return objectsIn((await client.read(request, AS_ITSELF)).body)
    .map(examinedDelivery)
    .filter(isDefined)
}

function examinedDelivery(object: JsonObject): ExaminedDelivery | undefined {
  const [logId, sentAt] = [idAt(object, 'id'), momentAt(object, 'delivered_at')]
  if (logId === null || sentAt === null) return undefined
  return {
    logId,
    deliveryId: stringAt(object, 'guid') ?? '',
    eventName: stringAt(object, 'event') ?? 'unknown',
    sentAt,
    isRedelivery: flagAt(object, 'redelivery') ?? false,
    statusCode: integerAt(object, 'status_code') ?? 0
  }
}

/** False also if the log does not show the very bytes that were signed. */
async function isSigned(client: HostClient, { logId }: ExaminedDelivery, verify: SignatureVerifier) {
  const logged = await loggedRequest(client, logId)
  const signature = signatureIn(objectAt(logged, 'headers') ?? {})
  return verify(JSON.stringify(logged?.['payload'] ?? null), signature)
}

/** Undefined if the host shows it no more. */
async function loggedRequest(client: HostClient, logId: number): Promise<JsonObject | undefined> {
  try {
    const request = { path: '/app/hook/deliveries/{id}', parameters: { id: logId } }
    const { body } = await client.read(request, AS_ITSELF)
    return objectAt(isObject(body) ? body : undefined, 'request')
  } catch (error) {
    if (error instanceof HostError && error.failure === 'host_not_found') return undefined
    throw error
  }
}

function signatureIn(headers: Readonly<Record<string, Json>>): string {
  const found = Object.entries(headers).find(([name]) => name.toLowerCase() === 'x-hub-signature-256')
  return typeof found?.[1] === 'string' ? found[1] : ''
}
