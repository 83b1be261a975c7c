// Packages that the repositories of the made-up fleet use, each with what is wrong with it.
import type { UpdateEcosystem } from '#schemas/dependencies/enums.js'

export interface MadeUpPackage {
  name: string
  ecosystem: UpdateEcosystem
  manifest: string
  installed: string
  patched: string | null
  severity: 'critical' | 'high' | 'medium' | 'low'
  score: number
  summary: string
}

export const PACKAGES: readonly MadeUpPackage[] = [
  [
    'deep-merge-kit',
    'npm',
    'package-lock.json',
    '2.1.0',
    '2.1.4',
    'critical',
    98,
    'Prototypes can be polluted by merged input'
  ],
  [
    'tiny-yaml',
    'npm',
    'package-lock.json',
    '0.9.3',
    '1.0.2',
    'high',
    81,
    'Deeply nested documents exhaust memory'
  ],
  [
    'http-range',
    'npm',
    'package-lock.json',
    '3.0.1',
    '3.0.5',
    'medium',
    59,
    'Ranges that overlap are answered twice'
  ],
  ['color-parse', 'npm', 'package-lock.json', '1.4.0', null, 'low', 31, 'A pattern takes quadratic time'],
  [
    'pyarchive',
    'pip',
    'requirements.txt',
    '1.2.0',
    '1.2.7',
    'high',
    78,
    'Paths of archives may leave the folder'
  ],
  [
    'formlib',
    'pip',
    'requirements.txt',
    '4.0.2',
    '4.1.0',
    'medium',
    61,
    'File names are written to the page as they are'
  ],
  [
    'example.org/jwtgo',
    'go',
    'go.mod',
    'v1.3.0',
    'v1.3.2',
    'critical',
    91,
    'Tokens without a signature are accepted'
  ],
  [
    'ringbuf',
    'cargo',
    'Cargo.lock',
    '0.4.1',
    '0.4.9',
    'medium',
    55,
    'Memory is read after it was given back'
  ],
  ['org.example:xmlkit', 'maven', 'pom.xml', '5.2.0', '5.3.1', 'high', 75, 'External entities are read'],
  ['markup', 'rubygems', 'Gemfile.lock', '1.0.0', null, 'medium', 53, 'Links may run scripts']
].map(([name, ecosystem, manifest, installed, patched, severity, score, summary]) => ({
  name,
  ecosystem,
  manifest,
  installed,
  patched,
  severity,
  score,
  summary
  // Cast: the list above has these columns, in this order.
})) as unknown as MadeUpPackage[]
