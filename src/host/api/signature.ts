// Whether a webhook really comes from the host.
import { Webhooks } from '@octokit/webhooks'

const SIGNATURE = /^sha256=[0-9a-f]{64}$/

export type SignatureVerifier = (body: string, signature: string) => Promise<boolean>

export function isWellFormedSignature(signature: string): boolean {
  return SIGNATURE.test(signature)
}

/** True when one of the secrets signed the body; several are valid at once, so that they can be rotated. */
export function openSignatureVerifier(secrets: readonly string[]): SignatureVerifier {
  const doors = secrets.map((secret) => new Webhooks({ secret }))
  return async (body, signature) => {
    if (body === '' || !isWellFormedSignature(signature)) return false
    for (const door of doors) if (await door.verify(body, signature)) return true
    return false
  }
}
