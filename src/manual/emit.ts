// Renders the documentation into `dist/docs`. Run by the build.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Manual } from '#http/docs/manual/manual.js'
import { MANUAL, MANUAL_FILES, PACKAGE_FOLDER } from '#paths.js'
import { renderSource } from './render.js'
import { inOrder, shelvesOf } from './shelves.js'
import { manualFiles, manualSources } from './sources.js'

const sources = manualSources()
const first = sources.find(({ file }) => file === 'docs/README.md')
if (!first) throw new Error('docs/README.md is missing: it is the first page')
const files = manualFiles().map((file) => relative('docs', file))
const shelves = shelvesOf(first)
const manual: Manual = { shelves, pages: inOrder(sources.map(renderSource), shelves), files }

rmSync(dirname(MANUAL), { recursive: true, force: true })
mkdirSync(dirname(MANUAL), { recursive: true })
writeFileSync(MANUAL, JSON.stringify(manual))
for (const file of files) cpSync(join(PACKAGE_FOLDER, 'docs', file), join(MANUAL_FILES, file))
