// The copy of the OSV database that the setting names.
import { openBucket } from './bucket.js'
import { DOWNLOADS, type DownloadParts } from './download.js'
import { openFiles } from './files.js'
import type { AdvisorySource } from './source.js'

export type { AdvisorySource, PartReading } from './source.js'

/** An address begins with https://; anything else is a path. */
export const openAdvisorySource = (setting: string, parts: DownloadParts = DOWNLOADS): AdvisorySource =>
  setting.startsWith('https://') ? openBucket(setting, parts) : openFiles(setting)
