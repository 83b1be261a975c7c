// How the service is connected with the host, and how a connection is made.
import type { ExaminedDelivery, HostExamination } from '#domain/operation/examination.js'
import type { HostClient } from '../api/client.js'
import type { SignatureVerifier } from '../api/signature.js'
import { convertManifest, type MadeApp } from './app-manifests.js'
import { examineHost } from './examination.js'
import { pingOutcome, type RequestedPing, requestPing } from './ping.js'

export interface ConnectionReads {
  examine(): Promise<HostExamination>
  /** Has a delivery sent again, to see whether it arrives. */
  requestPing(): Promise<RequestedPing | undefined>
  /** Undefined until it was sent. */
  pingOutcome(ping: RequestedPing): Promise<ExaminedDelivery | undefined>
  /** Needs no credential. */
  convertManifest(code: string): Promise<MadeApp>
}

interface ConnectionParts {
  client: HostClient
  verify: SignatureVerifier | undefined
  apiUrl: string | undefined
}

export function openConnectionReads({ client, verify, apiUrl }: ConnectionParts): ConnectionReads {
  return {
    examine: () => examineHost(client, verify),
    requestPing: () => requestPing(client),
    pingOutcome: (ping) => pingOutcome(client, ping),
    convertManifest: (code) => convertManifest(apiUrl, code)
  }
}
