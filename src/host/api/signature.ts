// Verifies webhook signatures.
import { Webhooks } from '@octokit/webhooks'

const SIGNATURE = /^sha256=[0-9a-f]{64}$/

export type SignatureVerifier = (body: string, signature: string) => Promise<boolean>

function isWellFormedSignature(signature: string): boolean {
  return SIGNATURE.test(signature)
}

/** True when one of the secrets signed the body. Several are valid at once, so that they can be rotated. */
export function openSignatureVerifier(secrets: readonly string[]): SignatureVerifier {
  const verifiers = secrets.map((secret) => new Webhooks({ secret }))
  return async (body, signature) => {
    if (body === '' || !isWellFormedSignature(signature)) return false
    for (const verifier of verifiers) if (await verifier.verify(body, signature)) return true
    return false
  }
}
