// The worker thread that runs Prettier: with its built-in languages only, and without reading any file.
import { parentPort, workerData } from 'node:worker_threads'
import type { Plugin } from 'prettier'
import * as babel from 'prettier/plugins/babel'
import * as estree from 'prettier/plugins/estree'
import * as glimmer from 'prettier/plugins/glimmer'
import * as graphql from 'prettier/plugins/graphql'
import * as html from 'prettier/plugins/html'
import * as markdown from 'prettier/plugins/markdown'
import * as postcss from 'prettier/plugins/postcss'
import * as typescript from 'prettier/plugins/typescript'
import * as yaml from 'prettier/plugins/yaml'
import { format } from 'prettier/standalone'
import type { FormatInput, FormatResult } from './index.js'

// Cast for Prettier, which leaves some of its own plugins untyped.
const plugins = [babel, estree, glimmer, graphql, html, markdown, postcss, typescript, yaml] as Plugin[]
const MAX_ERROR_LENGTH = 200
/** No repair may be longer, so a longer result would be useless. */
const LONGEST_RESULT = 500_000

async function formatAll(files: readonly FormatInput[]): Promise<FormatResult> {
  const texts: string[] = []
  for (const { path, text, options } of files) {
    try {
      const result = await format(text, { ...options, filepath: path, plugins })
      if (result.length > LONGEST_RESULT)
        return { why: `Prettier would make ${path} longer than ${LONGEST_RESULT} characters.` }
      texts.push(result)
    } catch (error) {
      const [line = ''] = String(error).split('\n')
      return { why: `Prettier cannot format ${path}: ${line.slice(0, MAX_ERROR_LENGTH)}` }
    }
  }
  return { texts }
}

// Cast: the parent thread passes exactly this.
parentPort?.postMessage(await formatAll(workerData as readonly FormatInput[]))
