// What both clients of `fetch` need: bounded responses, and what a failed request tells.

/** Undefined if the body is larger; what follows is not read. */
export async function textWithin({ body }: Response, maxBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

export interface FetchFailure {
  /** The time of the request was up. */
  isLate: boolean
  /** Nothing was sent, because the error occurred before a connection existed. */
  isUnsent: boolean
  reason: string
}

const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

export function fetchFailureOf(error: unknown): FetchFailure {
  const code = codeOf(error)
  return {
    isLate: error instanceof Error && error.name === 'TimeoutError',
    isUnsent: code !== undefined && UNSENT.has(code),
    reason: code ?? 'the connection broke'
  }
}

/** `fetch` puts the code of a failure into its cause. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  return codeOf(error.cause)
}
