// Reads the documentation for the tests of it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_FOLDER } from '#paths.js'

const pagesOf = (folder: string) =>
  readdirSync(join(PACKAGE_FOLDER, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)

export const GUIDES = pagesOf('docs/guide')
export const FLOWS = pagesOf('docs/flows')

export const readPage = (name: string) => readFileSync(join(PACKAGE_FOLDER, name), 'utf8')

/** The texts of the fenced blocks in this language, as one reads them: without the indentation of a list. */
export function blocksOf(page: string, language: string): string[] {
  const blocks = page.matchAll(/^( *)```(\w*)\n([\s\S]*?)^ *```/gm)
  return [...blocks]
    .filter(([, , is]) => is === language)
    .map(([, indent = '', , text = '']) => text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''))
}

export const withoutBlocks = (page: string) => page.replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
