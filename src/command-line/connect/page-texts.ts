// The pages on this machine, as HTML without a script.
import type { AppManifest } from '#domain/operation/app-manifest.js'
import { escapeHtml } from '#domain/text/escape-html.js'

const page = (body: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Connect to GitHub</title>
${body}
</html>
`

export const lineText = (line: string) => page(`<p>${escapeHtml(line)}</p>`)

/** Shows what the App may do, and sends its manifest to the host. */
export function formText(action: string, manifest: AppManifest): string {
  const permissions = Object.entries(manifest.default_permissions)
  return page(`<h1>Create the GitHub App of the service</h1>
<p>GitHub shows the App before it is created. It may do this, in the repositories where it is installed:</p>
<ul>
${permissions.map(([name, level]) => `<li>${escapeHtml(name.replaceAll('_', ' '))}: ${escapeHtml(level)}</li>`).join('\n')}
</ul>
<p>It sends its webhooks to <code>${escapeHtml(manifest.hook_attributes.url)}</code>.</p>
<form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="manifest" value="${escapeHtml(JSON.stringify(manifest))}">
<button>Go on to GitHub</button>
</form>`)
}
