// Prepares one empty, migrated database, of which every test file gets a copy.
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeImage } from '../src/image.js'
import { imageFile } from './database.js'

const file = imageFile()
if (!existsSync(file)) {
  mkdirSync(dirname(file), { recursive: true })
  await makeImage(`${file}.${process.pid}`)
  renameSync(`${file}.${process.pid}`, file)
}
