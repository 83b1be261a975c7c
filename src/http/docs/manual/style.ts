// What the pages of the documentation need beyond the style of the API reference.

export const styleOfManual = `
.bar{display:flex;flex-wrap:wrap;gap:.5rem 1.6rem;align-items:center;padding:.6rem 1.25rem;border-bottom:1px solid var(--line);font-size:.92rem}
.bar .brand{font-weight:650;color:var(--ink);text-decoration:none}
.bar form{display:flex;gap:.4rem;flex:1 1 16rem;max-width:30rem}
.bar input{flex:1;min-width:0}
.bar input,.bar button{font:inherit;color:var(--ink);background:var(--paper);border:1px solid var(--muted);border-radius:6px;padding:.3rem .7rem;min-height:2.2rem}
.bar button{background:var(--panel);cursor:pointer}
.bar ul{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:.3rem 1.4rem}
.contents [aria-current]{background:var(--panel);font-weight:600}
.manual h1{margin:0 0 1.1rem}
.manual h2{margin:2.4rem 0 .7rem}
.manual h3{font-size:1.1rem}
.manual ul,.manual ol{max-width:74ch;padding-left:1.4rem;margin:0 0 .9rem}
.manual li{margin:.25rem 0}
.manual p{max-width:74ch;font-size:1rem;margin:0 0 .9rem}
.manual li>p{margin:0 0 .4rem}
.manual img{max-width:100%;height:auto;border:1px solid var(--line);border-radius:8px}
.manual blockquote{margin:0 0 .9rem;padding:.1rem 1rem;border-left:3px solid var(--line);color:var(--muted)}
.manual pre{white-space:pre;overflow-x:auto;overflow-wrap:normal}
.manual h2 code,.manual h3 code{font-size:.95em}
.hits{list-style:none;padding:0;max-width:74ch}
.hits li{margin:0 0 1.3rem}
.hits p{margin:.15rem 0 0;color:var(--muted)}
.hits mark{background:var(--mark);color:var(--ink)}
.contents .count{flex:none}
@media (max-width:67.99rem){.columns:has(.after){display:flex;flex-direction:column}.after{order:2;border-top:1px solid var(--line);margin-bottom:2rem}}
@media (min-width:68rem){.bar .narrow{display:none}.bar{padding-left:max(2rem,50vw - 41rem);padding-right:max(2rem,50vw - 41rem)}.bar ul{margin-left:auto}}
@media print{.bar{display:none}}
`
