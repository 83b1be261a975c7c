// Secrets of known issuers by their form. The first group of a pattern is what has to be random.
// The review finds them in a change, and redaction hides them in any text: one list for both.

export interface SecretForm {
  /** As a title says it. */
  name: string
  pattern: RegExp
  severity: 'critical' | 'high' | 'medium'
  /** Bits per character of the random part; a digest in hexadecimal has at most four. */
  leastEntropy: number
}

const form = (
  name: string,
  pattern: RegExp,
  severity: SecretForm['severity'] = 'high',
  leastEntropy = 3
): SecretForm => ({ name, pattern, severity, leastEntropy })

const HEX = 2.6

/** What a line must hold to be read any closer. */
export const SECRET_HINT =
  /AKIA|ASIA|gh[oprsu]_|github_pat_|gl(?:pat|dt|rt|ptt|cbt|ft|soat|agent)-|xox[abceoprs]|xapp-|hooks\.slack|discord(?:app)?\.com\/api|office\.com\/webhook|[prs]k_(?:live|test)_|whsec_|AIza|GOCSPX-|ya29\.|npm_|pypi-|rubygems_|dckr_|\bcio|oy2|\bsk-|\bhf_|gsk_|r8_|SG\.|\bkey-|-us\d|d[or]o?p?_v1_|lin_api|ntn_|secret_|shp(?:at|ca|pa|ss)_|sq0|dapi|dp\.|hv[sb]\.|atlasv1|gl[cs]a?_|NRAK|sntry|AccountKey|SharedAccessKey|8Q~|PMAK|pul-|pscale_|sbp_|sb_secret|tskey-|AGE-SECRET|eyJ|\bAC[0-9a-f]|\bSK[0-9a-f]|:AA|\bpat[A-Z0-9a-z]{14}\.|EAA|FLWSECK|rk_|ATATT|ATCTT|CFPAT|figd_|sk\.eyJ|bkua_|rnd_|nfp_|fo1_|FlyV1|pat-na|xkeysib|[MNO][\w-]{23}\.|ops_eyJ|UPSTASH|phx_|apify_api|CLOJARS|doppler|tfp_|ak_live|Bearer |Basic /

export const SECRET_FORMS: readonly SecretForm[] = [
  form('An access key of AWS', /\b(?:AKIA|ASIA)([A-Z0-9]{16})\b/, 'critical', 2.8),
  form('A token of GitHub', /\bgh[oprsu]_([A-Za-z0-9]{30,255})\b/, 'critical'),
  form('A token of GitHub', /\bgithub_pat_(\w{30,255})/, 'critical'),
  form('A token of GitLab', /\bgl(?:pat|dt|rt|ptt|cbt|ft|soat|agent)-([\w-]{20,80})/, 'critical'),
  form('A token of Slack', /\bxox[abceoprs](?:-\d|\.)[\w.-]{0,40}-([A-Za-z0-9-]{10,250})/, 'critical', 2.8),
  form('A token of Slack', /\bxapp-\d-([\w-]{20,200})/, 'critical'),
  form(
    'The address of an incoming webhook of Slack',
    /hooks\.slack\.com\/(?:services|workflows|triggers)\/T\w{5,20}\/\w{5,20}\/(\w{16,64})/
  ),
  form(
    'The address of an incoming webhook of Discord',
    /discord(?:app)?\.com\/api\/webhooks\/\d{5,25}\/([\w-]{30,100})/
  ),
  form(
    'The address of an incoming webhook of Teams',
    /\bwebhook\.office\.com\/webhookb2\/([\w@-]{20,200}\/IncomingWebhook\/\w{20,60})/
  ),
  form('A live key of Stripe', /\b[rs]k_live_([A-Za-z0-9]{16,250})/, 'critical'),
  form('A test key of Stripe', /\b[rs]k_test_([A-Za-z0-9]{20,250})/, 'medium'),
  form('A signing secret of Stripe', /\bwhsec_([A-Za-z0-9+/=]{24,80})/),
  form('A key of Google', /\bAIza([\w-]{35})(?![\w-])/),
  form('A client secret of Google', /\bGOCSPX-([\w-]{28})(?![\w-])/, 'critical'),
  form('An access token of Google', /\bya29\.([\w-]{30,300})/),
  form('A token of npm', /\bnpm_([A-Za-z0-9]{36})\b/, 'critical'),
  form('A token of PyPI', /\bpypi-AgE([\w-]{40,300})/, 'critical'),
  form('A key of RubyGems', /\brubygems_([0-9a-f]{48})\b/, 'critical', HEX),
  form('A token of crates.io', /\bcio([A-Za-z0-9]{32})\b/, 'critical', 3.5),
  form('A key of NuGet', /\boy2([a-z0-9]{43})\b/, 'critical', 3.3),
  form('A token of Docker Hub', /\bdckr_(?:pat|oat)_([\w-]{24,64})/, 'critical'),
  form('A key of Anthropic', /\bsk-ant-(?:api|admin|oat)\d\d-([\w-]{40,200})/, 'critical'),
  form('A key of OpenAI', /\bsk-(?:proj|svcacct|admin|None)-([\w-]{32,250})/, 'critical'),
  form('A key of OpenAI', /\bsk-([A-Za-z0-9]{32,64})(?![\w-])/, 'critical'),
  form('A key of OpenRouter', /\bsk-or-v1-([0-9a-f]{64})\b/, 'critical', HEX),
  form('A token of Hugging Face', /\bhf_([A-Za-z0-9]{30,60})\b/, 'critical'),
  form('A key of Groq', /\bgsk_([A-Za-z0-9]{40,64})\b/, 'critical'),
  form('A token of Replicate', /\br8_([A-Za-z0-9]{37})\b/, 'critical'),
  form('A key of SendGrid', /\bSG\.([\w-]{16,32}\.[\w-]{32,64})/, 'critical'),
  form('A key of Mailgun', /\bkey-([0-9a-f]{32})\b/, 'high', HEX),
  form('A key of Mailchimp', /\b([0-9a-f]{32})-us\d{1,2}\b/, 'high', HEX),
  form('A key of Brevo', /\bxkeysib-([0-9a-f]{64}-\w{16})\b/, 'high', HEX),
  form('A token of DigitalOcean', /\bd(?:op|oo|or)_v1_([0-9a-f]{64})\b/, 'critical', HEX),
  form('A key of Linear', /\blin_api_([A-Za-z0-9]{32,64})\b/),
  form('A token of Notion', /\b(?:ntn_|secret_)([A-Za-z0-9]{40,60})\b/, 'high', 3.5),
  form('A token of Shopify', /\bshp(?:at|ca|pa|ss)_([0-9a-fA-F]{32})\b/, 'critical', HEX),
  form('A token of Square', /\bsq0(?:atp|csp|idp)-([\w-]{22,60})/, 'critical'),
  form('A token of Databricks', /\bdapi([0-9a-f]{32})(?:-\d)?\b/, 'critical', HEX),
  form('A token of Doppler', /\bdp\.(?:pt|st|ct|sa)\.([\w.]{40,64})\b/, 'critical'),
  form('A token of Vault', /\bhv[sb]\.([\w-]{24,200})/, 'critical'),
  form('A token of Terraform Cloud', /\.atlasv1\.([\w=-]{60,70})/, 'critical'),
  form('A token of Grafana', /\bgl(?:c|sa)_([\w+/=-]{32,400})/),
  form('A key of New Relic', /\bNRAK-([A-Z0-9]{27})\b/),
  form('A token of Sentry', /\bsntry[su]_([\w+/=-]{40,400})/),
  form('A key of Azure Storage', /\bAccountKey=([A-Za-z0-9+/]{86}==)/, 'critical'),
  form('A key of Azure', /\bSharedAccessKey=([A-Za-z0-9+/]{40,90}={0,2})/, 'critical'),
  form('A client secret of Azure', /(?<![\w~.-])([\w~.-]{3}8Q~[\w~.-]{31,34})(?![\w~.-])/, 'critical'),
  form('A key of Postman', /\bPMAK-([0-9a-f]{24}-[0-9a-f]{34})\b/, 'high', HEX),
  form('A token of Pulumi', /\bpul-([0-9a-f]{40})\b/, 'high', HEX),
  form('A token of PlanetScale', /\bpscale_(?:tkn|pw|oauth)_([\w=.-]{32,64})/, 'critical'),
  form('A key of Supabase', /\b(?:sbp_|sb_secret_)([A-Za-z0-9_-]{20,60})/, 'critical', HEX),
  form('A key of Tailscale', /\btskey-(?:auth|api|client|scim|webhook)-([\w-]{20,80})/, 'critical'),
  form('A private key of age', /\bAGE-SECRET-KEY-1([A-Z0-9]{58})\b/, 'critical'),
  form('A key of Twilio', /\bSK([0-9a-f]{32})\b/, 'high', HEX),
  form('The token of a Telegram bot', /\b\d{8,10}:AA([\w-]{32,34})(?![\w-])/, 'critical'),
  form(
    'The token of a Discord bot',
    /(?<![\w.-])[MNO]([\w-]{23,25}\.[\w-]{6}\.[\w-]{27,40})(?![\w.-])/,
    'critical',
    3.5
  ),
  form('A token of Airtable', /\bpat([A-Za-z0-9]{14}\.[0-9a-f]{64})\b/),
  form('A token of Atlassian', /\bAT[AC]TT3x([\w=-]{50,250})/, 'critical'),
  form('A token of Figma', /\bfigd_([\w-]{36,64})/),
  form('A token of Fly.io', /\b(?:fo1_|FlyV1 fm\d_)([\w+/=,-]{40,400})/, 'critical'),
  form('A token of Netlify', /\bnfp_([A-Za-z0-9]{36,64})\b/),
  form('A secret token of Mapbox', /\bsk\.eyJ([\w-]{40,200}\.[\w-]{20,64})/),
  form('A token of HubSpot', /\bpat-na\d-([0-9a-f-]{36})\b/, 'high', HEX),
  form('A token of Apify', /\bapify_api_([A-Za-z0-9]{36})\b/)
]
