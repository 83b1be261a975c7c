// Files that hold secrets whatever their lines look like.
import type { ReviewSeverity } from '#schemas/review/enums.js'
import type { ReviewedFile } from '../../change.js'
import { isExamplePlace, isTestPlace } from '../../places.js'
import type { BuiltInFinding } from '../rule.js'

interface SecretFile {
  what: string
  pattern: RegExp
  severity: ReviewSeverity
}

const SECRET_FILES: readonly SecretFile[] = [
  { what: 'A private key of SSH', pattern: /(?:^|\/)id_(?:rsa|dsa|ecdsa|ed25519)$/, severity: 'critical' },
  {
    what: 'A store of keys',
    pattern: /(?<!(?:^|\/)debug)\.(?:p12|pfx|jks|keystore|kdbx|ppk|bks)$/i,
    severity: 'high'
  },
  {
    what: 'A file of credentials',
    pattern:
      /(?:^|\/)(?:\.git-credentials|\.netrc|\.pgpass|\.aws\/credentials|\.docker\/config\.json|\.kube\/config|kubeconfig(?:\.ya?ml)?|service-?account[\w-]{0,40}\.json|\.htpasswd)$/i,
    severity: 'high'
  },
  {
    what: 'The state of Terraform, which holds secrets in clear text,',
    pattern: /\.tfstate(?:\.backup)?$/,
    severity: 'high'
  },
  {
    what: 'A file of environment variables',
    pattern: /(?:^|\/)\.env(?:\.(?:local|production|prod|staging|development\.local))?$/,
    severity: 'medium'
  }
]

export function secretFileFinding({ path, status }: ReviewedFile): BuiltInFinding | undefined {
  if (status === 'modified' || isTestPlace(path) || isExamplePlace(path)) return undefined
  const found = SECRET_FILES.find(({ pattern }) => pattern.test(path))
  if (!found) return undefined
  return {
    severity: found.severity,
    title: `${found.what} is added`,
    description:
      'Files of this name usually hold secrets, and the history of a repository keeps them for ever.',
    suggestion: 'Take the file out of the branch, ignore its name, and revoke what it held.',
    path,
    line: null,
    confidence: 0.6,
    context: 'file'
  }
}
