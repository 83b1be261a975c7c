import { browserReports } from './browsers.js'
import type { ReportCase } from './case.js'
import { dotnetReports } from './dotnet.js'
import { goReports } from './go.js'
import { hostileReports } from './hostile.js'
import { hostileXml } from './hostile-xml.js'
import { jsonReports } from './json.js'
import { javaReports } from './junit-java.js'
import { nativeReports } from './junit-natives.js'
import { scriptReports } from './junit-scripts.js'
import { tapReports } from './tap.js'

export const reportCases: readonly ReportCase[] = [
  ...javaReports,
  ...scriptReports,
  ...nativeReports,
  ...dotnetReports,
  ...tapReports,
  ...goReports,
  ...jsonReports,
  ...browserReports,
  ...hostileXml,
  ...hostileReports
]
