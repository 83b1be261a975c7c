// Network failures of any tool.
import type { RulePack } from './rule.js'

export const network: RulePack = {
  network: [
    {
      id: 'net.reset',
      weight: 9,
      pattern: /\bECONNRESET\b|socket hang up|Connection reset by peer|connection was reset/i,
      example: 'npm ERR! errno ECONNRESET'
    },
    {
      id: 'net.node',
      weight: 9,
      pattern:
        /(?:code|errno|connect|Error:) EHOSTUNREACH|(?:code|errno|connect|Error:) ENETUNREACH|(?:code|errno) EAI_AGAIN|ESOCKETTIMEDOUT|getaddrinfo E(?:AI_AGAIN|NOTFOUND)/,
      example: 'Error: getaddrinfo ENOTFOUND registry.example.org'
    },
    {
      id: 'net.timed-out',
      weight: 9,
      pattern: /code ETIMEDOUT|connect ETIMEDOUT|network timeout at|network timed out|ERR_SOCKET_TIMEOUT/i,
      example: 'npm ERR! network timeout at: https://registry.example.org/a'
    },
    {
      id: 'net.refused',
      weight: 6,
      pattern:
        /connect: connection refused(?!.{0,60}(?:127\.0\.0\.1|localhost))|connection refused by (?:remote|peer|host)|connect to .{1,100} port \d{1,5}.{0,40}: (?:Connection refused|Connection timed out|Operation timed out)/i,
      example: 'curl: (7) Failed to connect to example.org port 443: Connection refused'
    },
    {
      id: 'net.dns',
      weight: 9.5,
      pattern:
        /Could not resolve host|unable to resolve host|Temporary failure (?:in name resolution|resolving)|Name or service not known|nodename nor servname provided|Unknown host |UnknownHostException|no such host|server misbehaving|Failed to resolve '|NameResolutionError|DNS (?:lookup|resolution) (?:failed|error)|Couldn't resolve host/i,
      example: 'curl: (6) Could not resolve host: example.org'
    },
    {
      id: 'net.read-timeout',
      weight: 8.5,
      pattern:
        /Read timed out|ReadTimeoutError|ConnectTimeoutError|connect timed out|Connection timed out(?!.{0,60}(?:127\.0\.0\.1|localhost))|SocketTimeoutException|dial tcp [^ ]{1,80}: i\/o timeout|: i\/o timeout|net\/http: TLS handshake timeout|TLS handshake timeout|request canceled while waiting for connection|Operation timed out after \d/i,
      example: 'urllib3.exceptions.ReadTimeoutError: Read timed out.'
    },
    {
      id: 'net.retry',
      weight: 7.5,
      pattern:
        /after connection broken by|Max retries exceeded with url|spurious network error|Connection aborted|RemoteDisconnected|ConnectionResetError|NewConnectionError|ChunkedEncodingError|IncompleteRead\(|ProtocolError\('/,
      example: "Retrying (Retry(total=4)) after connection broken by 'ProtocolError'"
    },
    {
      id: 'net.server',
      weight: 9,
      pattern:
        /503 Service (?:Temporarily )?Unavailable|Bad Gateway|Service Temporarily Unavailable|Server Unavailable|unexpected HTTP (?:response|status)(?: code)?: 50[0234]|Gateway Time-?out|status(?: code)?:? ?50[234]\b|HTTP(?: error| status)?:? 50[0234]\b|HTTP\/[\d.]{1,3}"? 50[0234]\b|returned error: 50[0234]\b|Response status code.{0,40}\b50[0234]\b|error code: 50[234]\b|received (?:unexpected )?(?:HTTP )?(?:status|code):? 50[0234]\b/i,
      example: 'wget: server returned error: HTTP/1.1 502 Bad Gateway'
    },
    {
      id: 'net.internal',
      weight: 7,
      pattern:
        /unexpected status.{0,60} 50[0-4]\b|500 Internal Server Error|status code 500\b|The requested URL returned error: 5\d\d|Server Error .{0,60}\b50[0234]\b/i,
      example: 'error pulling: unexpected status from GET request: 500 Internal Server Error'
    },
    {
      id: 'net.gnutls',
      weight: 9,
      pattern:
        /gnutls_handshake\(\) failed|GnuTLS recv error|TLS connection was non-properly terminated|SSL_ERROR_SYSCALL|SSL_read: |SSL: UNEXPECTED_EOF|EOF occurred in violation of protocol|ssl_client: |OpenSSL SSL_connect|unexpected eof while reading|Remote host terminated the handshake|Remote host closed connection during handshake|SSL peer shut down incorrectly/i,
      example:
        'fatal: unable to access: gnutls_handshake() failed: The TLS connection was non-properly terminated.'
    },
    {
      id: 'net.git',
      weight: 8.5,
      pattern:
        /early EOF|RPC failed; (?:curl|HTTP)|the remote end hung up unexpectedly|unexpected disconnect while reading sideband|fetch-pack: unexpected disconnect|Connection closed by (?:remote host|\d)|kex_exchange_identification|ssh: connect to host .{1,100} port \d{1,5}: /i,
      example: 'error: RPC failed; curl 56 GnuTLS recv error'
    },
    {
      id: 'net.partial',
      weight: 8.5,
      pattern:
        /Transferred a partial file|transfer closed with \d|Hash Sum mismatch|File has unexpected size|unexpected EOF(?= *(?:$|at |while|reading|\)))|Premature end of Content-Length|Premature EOF|Connection closed prematurely|download .{0,80}failed to transfer|curl: \((?:5|6|7|18|28|35|52|55|56|92)\)|Timeout was reached|stream was not closed cleanly|HTTP\/2 framing layer|Error in the HTTP2 framing|http2: (?:client connection lost|server sent GOAWAY)|context deadline exceeded \(Client\.Timeout|Client\.Timeout exceeded while awaiting headers/i,
      example: 'E: Failed to fetch http://archive.example.org/a.deb  Hash Sum mismatch'
    },
    {
      id: 'net.apt',
      weight: 7,
      pattern:
        /E: Failed to fetch|W: Failed to fetch|Some index files failed to download|Unable to connect to [a-z0-9.-]{3,80}:http|Cannot initiate the connection to|Could not connect to [a-z0-9.-]{3,80}:\d|Clearsigned file isn't valid|Mirror sync in progress/i,
      example: 'E: Failed to fetch http://archive.example.org/a.deb  Connection failed'
    },
    {
      id: 'net.mirror',
      weight: 8,
      pattern:
        /Errors during downloading metadata for repository|All mirrors were (?:already )?tried|Failed to download metadata for repo|Cannot download repomd\.xml|Failure when receiving data from the peer|fetching .{1,150}: temporary error|network error \(check Internet connection/i,
      example: "Error: Failed to download metadata for repo 'appstream': Cannot download repomd.xml"
    },
    {
      id: 'net.unreachable',
      weight: 8.5,
      pattern:
        /Network is unreachable|No route to host|Could not connect to server|Failed to connect to [a-z0-9.-]{3,100} port|Connection failed \[IP|ECONNREFUSED (?!127\.|::1|0\.0\.0\.0|localhost)\d/i,
      example: 'curl: (7) Failed to connect to example.org port 443 after 130 ms: Network is unreachable'
    },
    {
      id: 'net.maven',
      weight: 8,
      pattern:
        /Could not transfer artifact .{1,400}(?:timed out|Connect|reset|50\d|handshake|terminated|Unknown host)|Could not GET '[^']{1,300}'\. Received status code 5\d\d|Could not (?:GET|HEAD) '|Received status code 5\d\d from server|Connection to https?:[^ ]{1,100} refused/,
      example:
        "> Could not GET 'https://repo.example.org/a.pom'. Received status code 502 from server: Bad Gateway"
    },
    {
      id: 'net.gradle',
      weight: 9,
      pattern:
        /> Connection reset|> Connection refused|> Connection closed|> Connection timed out|> Connect timed out|> Read timed out|> Broken pipe|> Remote host terminated|> Premature end of |> No route to host/,
      example: '      > Connection reset'
    },
    {
      id: 'net.cargo',
      weight: 7,
      pattern:
        /failed to download from `|spurious network error|download of [\w./-]{1,60} failed|failed to fetch `https?:|Unable to update registry|network failure seems to have happened/i,
      example: 'warning: spurious network error: [6] Could not resolve hostname'
    },
    {
      id: 'net.go',
      weight: 8,
      pattern:
        /proxy\.golang\.org.{1,300}(?:timeout|50\d|connection|EOF|reset|stream error)|sum\.golang\.org.{1,300}(?:timeout|50\d|connection|reset)|stream error: stream ID \d{1,9}; INTERNAL_ERROR/,
      example: 'reading https://proxy.golang.org/a/@v/v1.0.0.zip: stream error: stream ID 5; INTERNAL_ERROR'
    },
    {
      id: 'net.nuget',
      weight: 8,
      pattern:
        /NU1301|Unable to load the service index for source|The HTTP request to 'GET https?:.{1,200} has timed out|An error occurred while sending the request|The SSL connection could not be established/,
      example:
        'error NU1301: Unable to load the service index for source https://api.example.org/v3/index.json.'
    },
    {
      id: 'net.bundler',
      weight: 8,
      pattern:
        /Could not fetch specs from|Could not reach host|Net::(?:OpenTimeout|ReadTimeout)|Errno::(?:ECONNRESET|ETIMEDOUT|EHOSTUNREACH)|Gem::RemoteFetcher::FetchError|too many connection resets|SocketError: Failed to open TCP connection/,
      example: 'Could not fetch specs from https://rubygems.example.org/ due to Net::OpenTimeout'
    },
    {
      id: 'net.download',
      weight: 6.5,
      pattern:
        /Failed to download (?:archive|action|file|https?:|browser)|Download failed[.: ]|failed to download https?:|Error: Failed to download|Unable to download|error downloading|Download of .{1,120} failed|(?:fetch|request) failed, reason:|TypeError: fetch failed|npm (?:ERR!|error) network |info There appears to be trouble with your network connection/i,
      example: 'npm ERR! network This is a problem related to network connectivity.'
    },
    {
      id: 'net.yarn',
      weight: 7,
      pattern:
        /RequestError: (?:connect|read|Timeout|getaddrinfo)|ERR_PNPM_(?:META_FETCH_FAIL|FETCH_5\d\d|TARBALL_FETCH)|ERR_PNPM_FETCH_TIMEOUT|GET https?:[^ ]{1,200} error \((?:ERR_SOCKET|ECONN|ETIMEDOUT|50\d)|YN0001.{1,80}RequestError|(?:error|ERR!).{1,20}An unexpected error occurred: "https?:/,
      example: 'RequestError: connect ETIMEDOUT 104.16.0.1:443'
    },
    {
      id: 'net.registry',
      weight: 9,
      pattern:
        /error pulling image configuration|failed to do request: (?:Head|Get)|failed to copy: (?:httpReadSeeker|read)|failed to (?:resolve|fetch) .{1,300}(?:timeout|EOF|reset by peer|50\d )|(?:Head|Get) "https?:[^"]{1,200}": (?:dial|read|EOF|net\/http|context|remote error)|net\/http: request canceled/i,
      example:
        'failed to do request: Head "https://registry.example.org/v2/": dial tcp: lookup registry.example.org: i/o timeout'
    },
    {
      id: 'net.certificate',
      weight: 8.5,
      transient: false,
      pattern:
        /certificate has expired|certificate verify failed|CERTIFICATE_VERIFY_FAILED|self[- ]signed certificate|unable to get local issuer certificate|x509: certificate|PKIX path building failed|SSL certificate problem|UNABLE_TO_VERIFY_LEAF_SIGNATURE|server certificate verification failed|ERR_TLS_CERT/i,
      example: 'x509: certificate signed by unknown authority'
    },
    {
      id: 'net.keyserver',
      weight: 8.5,
      pattern: /keyserver receive failed|gpg: keyserver|No keyserver available|gpg: can't connect/,
      example: 'gpg: keyserver receive failed: Server indicated a failure'
    }
  ],
  rate_limit: [
    {
      id: 'rate.docker',
      weight: 10,
      pattern: /toomanyrequests|TOOMANYREQUESTS|reached your (?:unauthenticated )?pull rate limit/i,
      example: 'toomanyrequests: You have reached your pull rate limit.'
    },
    {
      id: 'rate.api',
      weight: 10,
      pattern:
        /API rate limit (?:already )?exceeded|secondary rate limit|abuse detection mechanism|rate limit (?:has been |was )?(?:exceeded|reached|hit)|exceeded (?:a|the|your|our)? ?(?:secondary )?(?:API )?rate limit|RATE_LIMITED|rateLimitExceeded|RateLimitError|Rate exceeded|ThrottlingException|Throttling: |RequestLimitExceeded|hit a rate limit|rate[- ]limited by|being rate[- ]limited/i,
      example: 'Error: API rate limit exceeded for installation ID 1.'
    },
    {
      id: 'rate.status',
      weight: 9.5,
      pattern:
        /429 Too Many Requests|Too Many Requests|HTTP(?:\/[\d.]{1,3})? ?(?:error|status)?:? ?429\b|status(?: code)?:? ?\(?429\b|returned error: 429|code E429|Rate limit reached|RESOURCE_EXHAUSTED|quota exceeded for quota metric|Quota exceeded/i,
      example: 'The requested URL returned error: 429 Too Many Requests'
    },
    {
      id: 'rate.submit',
      weight: 9,
      pattern:
        /was submitted too quickly|too many certificates already issued|Too many requests|too many failed login attempts|request was throttled|SlowDown: Please reduce/i,
      example: 'You have exceeded a limit: Too many requests, try again later'
    }
  ]
}
