#!/usr/bin/env node
// The verifier of the audit trail as one file: an auditor needs only the exports, this program and Node.
import { verifyAuditCommand } from './command-line/verify-audit.js'

const args = process.argv.slice(2)
if (args.includes('--help') || args.includes('-h')) process.stdout.write(verifyAuditCommand.usage)
else process.exitCode = await verifyAuditCommand.run(args, {})
