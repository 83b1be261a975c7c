// Reads changes as they are written down: `###` a name and, behind a bar, a path, then the lines of a difference.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PatchedFile } from '#domain/patches/guard/patch.js'
import { PACKAGE_FOLDER } from '#paths.js'

export interface Case {
  name: string
  file: PatchedFile
}

const FOLDER = join(PACKAGE_FOLDER, 'test/domain/patches/guard/by-model')

export function casesOf(...names: string[]): Case[] {
  return names.flatMap((name) =>
    readFileSync(join(FOLDER, `${name}.diff`), 'utf8')
      .split(/^### /m)
      .filter((text) => text !== '')
      .map(caseFrom)
  )
}

function caseFrom(text: string): Case {
  const [head = '', ...lines] = text.trimEnd().split('\n')
  const [name = '', path = 'src/a.ts'] = head.split(' | ')
  const side = (mark: string) =>
    lines
      .filter((line) => line.startsWith(mark) || !/^[-+]/.test(line))
      .map((line) => `${line.slice(1)}\n`)
      .join('')
  return { name, file: { path, before: side('-'), after: side('+') } }
}
