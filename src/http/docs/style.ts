// The style sheet of the page. The content security policy allows exactly this text by its hash.

const colours = `
:root{--paper:#fcfcfa;--panel:#f4f4f1;--ink:#1c2126;--muted:#565e67;--line:#dddfdd;--accent:#0a5a8a;
--get:#0a5a8a;--post:#1d6b3a;--put:#835200;--delete:#a32626;--mark:#fdf3d8;--shade:#0000001f}
@media (prefers-color-scheme:dark){:root{--paper:#14171a;--panel:#1b1f23;--ink:#e5e8ea;--muted:#a4adb6;--line:#30363c;--accent:#7fc4f0;
--get:#7fc4f0;--post:#7fd19b;--put:#e8b865;--delete:#f29a93;--mark:#3a3118;--shade:#ffffff2e}}
`

const text = `
*{box-sizing:border-box}
html{color-scheme:light dark;scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere}
h1,h2,h3,h4,h5{line-height:1.25;font-weight:650;margin:0}
h1{font-size:clamp(1.6rem,1.2rem + 1.8vw,2.3rem);letter-spacing:-.02em}
h2{font-size:1.4rem;letter-spacing:-.01em;margin:0 0 .6rem;scroll-margin-top:1.5rem}
h3{font-size:1rem;margin:1.6rem 0 .6rem}
h4{font-size:.95rem;margin:1.8rem 0 .6rem}
h5{font-size:.85rem;color:var(--muted);margin:1.2rem 0 .5rem}
p,ul.prose{margin:0 0 .8rem;max-width:70ch}
ul.prose{padding-left:1.2rem}
a{color:var(--accent);text-underline-offset:.18em;text-decoration-thickness:.06em}
a:hover{text-decoration-thickness:.14em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:3px}
main:focus{outline:none}
code,pre,.method{font-family:ui-monospace,SFMono-Regular,"Cascadia Mono",Menlo,Consolas,"Liberation Mono",monospace}
code{font-size:.9em}
pre{margin:0 0 1rem;padding:.8rem 1rem;background:var(--panel);border:1px solid var(--line);border-radius:6px;font-size:.85rem;line-height:1.55;white-space:pre-wrap}
pre code{font-size:inherit}
@media (max-width:44rem){.scroll{background:linear-gradient(to left,var(--paper) 40%,transparent) 100% 0/2.5rem 100% no-repeat local,linear-gradient(to left,var(--shade),transparent) 100% 0/.8rem 100% no-repeat scroll}}
`

/** Colours, typography and the shadow of what is cut off, shared by all pages of the service. */
export const baseStyle = colours + text

const layout = `
.skip{position:absolute;left:1rem;top:-4rem;padding:.5rem 1rem;background:var(--ink);color:var(--paper);border-radius:0 0 6px 6px;z-index:1}
.skip:focus{top:0}
.masthead{padding:2.2rem 1.25rem 1.4rem;border-bottom:1px solid var(--line)}
.masthead ul{list-style:none;margin:.7rem 0 0;padding:0;display:flex;flex-wrap:wrap;gap:.2rem 1.6rem;color:var(--muted);font-size:.92rem}
.columns{padding:0 1.25rem}
main{padding:1.6rem 0 5rem;min-width:0}
section{margin:0 0 3rem}
main>p{font-size:1.08rem;margin-bottom:1.4rem}
main>p+section{margin-top:2.6rem}
.contents{font-size:.92rem;padding:1rem 0 0}
.contents ul{list-style:none;margin:0;padding:0}
.contents ul ul{margin:0 0 .5rem .45rem;padding-left:.55rem;border-left:1px solid var(--line)}
.contents a{display:flex;gap:.5rem;align-items:baseline;padding:.2rem .4rem;border-radius:4px;color:var(--ink);text-decoration:none}
.contents a:hover,.contents summary:hover{background:var(--panel)}
.contents li>a{min-height:1.75rem}
.contents summary{padding:.2rem .4rem;border-radius:4px;gap:.5rem;min-height:1.75rem}
.contents .count{color:var(--muted);font-size:.85em}
.contents .method{font-size:.68rem;min-width:3.2rem;flex:none}
@media (max-width:67.99rem){.contents{margin:0 -.4rem}.contents>ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(10rem,1fr));gap:0 .8rem}.contents li:has(>details[open]){grid-column:1/-1}}
@media (min-width:68rem){
.masthead{padding-left:max(2rem,50vw - 41rem);padding-right:2rem}
.columns{display:grid;grid-template-columns:17rem minmax(0,62rem);gap:3.5rem;max-width:86rem;margin:0 auto;padding:0 2rem}
main{padding-top:2rem}
.contents{position:sticky;top:0;align-self:start;max-height:100vh;overflow-y:auto;margin-left:-.65rem;padding:2rem .25rem}
}
`

const entries = `
summary{display:flex;align-items:baseline;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary::before{content:"";flex:none;width:.4rem;height:.4rem;border:solid var(--muted);border-width:0 .11rem .11rem 0;transform:rotate(-45deg) translateY(-.1rem)}
details[open]>summary::before{transform:rotate(45deg) translate(-.1rem,-.1rem)}
.entry{border:1px solid var(--line);border-radius:8px;margin:0 0 .6rem}
.entry>summary{padding:.7rem 1rem;border-radius:8px;gap:.7rem}
.entry>summary:hover{background:var(--panel)}
.entry[open]>summary{border-bottom:1px solid var(--line);border-radius:8px 8px 0 0}
.entry:has(>.body:target){border-color:var(--accent)}
.entry h3{margin:0;font-weight:400;display:flex;flex-wrap:wrap;gap:.2rem .8rem;align-items:baseline;flex:1;min-width:0}
.entry .path{font-weight:600;font-size:.95rem}
.brief{color:var(--muted)}
.body{padding:1rem 1rem .4rem;scroll-margin-top:5rem}
.method{font-size:.78rem;font-weight:700;letter-spacing:.03em;color:var(--get)}
.entry .method{min-width:3.6rem}
.method.post{color:var(--post)}
.method.put,.method.patch{color:var(--put)}
.method.delete{color:var(--delete)}
.mark{background:var(--mark);color:var(--ink);border-radius:4px;padding:.05rem .4rem;font-size:.8rem}
.facts{display:flex;flex-wrap:wrap;gap:.3rem 2.4rem;margin:0 0 .4rem;font-size:.92rem}
.facts div{display:flex;gap:.6rem}
.facts dt,.kind,.media{color:var(--muted)}
.facts dd{margin:0}
.media{font-size:.9em}
.scroll{overflow-x:auto;margin:0 0 1rem}
table{border-collapse:collapse;width:100%;overflow-wrap:break-word;font-size:.9rem;line-height:1.5}
th,td{text-align:left;vertical-align:top;padding:.45rem 1.2rem .45rem 0;border-bottom:1px solid var(--line);font-weight:400}
thead th{font-size:.8rem;color:var(--muted);font-weight:600;padding-top:0}
tbody th code{font-weight:600}
td:last-child,th:last-child{padding-right:0}
td:last-child{min-width:12rem}
.example{color:var(--muted);display:block}
@media (max-width:44rem){.scroll table{width:max-content;min-width:100%;max-width:46rem}.entry h3{flex-direction:column}.body{scroll-margin-top:9rem}}
`

const paper = `
@media print{
:root{--paper:#fff;--panel:#fff;--ink:#000;--muted:#444;--line:#bbb;--accent:#000;--get:#000;--post:#000;--put:#000;--delete:#000;--mark:#fff}
.contents,.skip{display:none}
.columns{display:block;padding:0;max-width:none}
.masthead{padding:0 0 1rem}
body{font-size:10pt}
details::details-content{content-visibility:visible;block-size:auto}
.entry>summary::before{display:none}
.scroll{overflow:visible;background:none}
.scroll table{width:100%;font-size:8.5pt;overflow-wrap:anywhere}
thead th{overflow-wrap:normal}
th,td{padding-right:.6rem}
td:last-child{min-width:8rem}
tr,pre,summary{break-inside:avoid}
h2,h3,h4,h5,summary{break-after:avoid}
}
`

/** The exact text between <style> and </style>. */
export const styleOfPage = baseStyle + layout + entries + paper
