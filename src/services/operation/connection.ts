// How the service is connected with the host: examined for people, with what is wrong in words.
import type { Deps } from '#deps.js'
import {
  connectionFindings,
  type HostExamination,
  hasArrived,
  noCredentialFinding,
  unexaminedFinding
} from '#domain/operation/examination.js'
import type { CheckFinding } from '#domain/operation/findings.js'
import { noDeliveryYet } from '#errors/connection.js'
import { HostError } from '#errors/host.js'
import type { HostLink } from '#schemas/operation/connection.js'

interface Examined {
  examination: HostExamination | undefined
  findings: CheckFinding[]
}

interface Examination {
  examined: Promise<Examined>
  /** Undefined while the host is asked. */
  endedAt: number | undefined
}

/** The host is asked once for many readers. */
const FRESH_MS = 30_000
const MOST_DELIVERIES = 10

export class ConnectionView {
  readonly #deps: Deps
  #last: Examination | undefined

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async load(): Promise<HostLink> {
    const { host } = this.#deps
    if (!host.client.isConfigured)
      return this.#shown({ examination: undefined, findings: [noCredentialFinding()] })
    if (!this.#last || this.#isOld(this.#last)) this.#last = this.#begin()
    return this.#shown(await this.#last.examined)
  }

  #isOld({ endedAt }: Examination): boolean {
    return endedAt !== undefined && Math.abs(this.#deps.now().getTime() - endedAt) > FRESH_MS
  }

  #begin(): Examination {
    const { host, connection, now } = this.#deps
    const begun: Examination = { examined: examine(host, connection), endedAt: undefined }
    const end = () => {
      begun.endedAt = now().getTime()
    }
    begun.examined.then(end, end)
    return begun
  }

  async ping(): Promise<{ message: string }> {
    if (!(await this.#deps.host.connection.requestPing())) throw noDeliveryYet()
    this.#last = undefined
    return { message: 'The host sends it again. The log shows within seconds whether it arrives.' }
  }

  #shown({ examination, findings }: Examined): HostLink {
    const { host, connection } = this.#deps
    const { kind, isConfigured } = host.client
    const isWaiting = !isConfigured && (connection.store?.isStored() ?? false)
    const webhook = examination?.app?.webhook
    return {
      credential: kind ?? null,
      is_stored: connection.isStored || isWaiting,
      can_register: !isConfigured && !isWaiting && connection.store !== undefined,
      needs_restart: isWaiting,
      name: examination?.name ?? null,
      pillars: [...connection.pillars],
      webhook_url: webhook?.url ?? null,
      deliveries: (webhook?.deliveries ?? []).slice(0, MOST_DELIVERIES).map((one) => ({
        log_id: one.logId,
        event: one.eventName,
        sent_at: one.sentAt.toISOString(),
        status_code: one.statusCode,
        has_arrived: hasArrived(one),
        is_redelivery: one.isRedelivery
      })),
      findings
    }
  }
}

async function examine(host: Deps['host'], { apiUrl, pillars }: Deps['connection']): Promise<Examined> {
  try {
    const examination = await host.connection.examine()
    return { examination, findings: connectionFindings(examination, pillars) }
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    return { examination: undefined, findings: [unexaminedFinding(error, apiUrl)] }
  }
}
