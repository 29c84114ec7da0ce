#!/usr/bin/env python3
# A site with every kind of requisite; logs requests as JSON lines. usage: site.py LOG [host:port ...]
import sys, http.server, threading, json, zlib, struct, time, os
LOG=open(sys.argv[1],'a',buffering=1)
A=('127.0.81.1',8181); B=('127.0.81.2',8182)
a='http://%s:%d'%A; b='http://%s:%d'%B
def png(r,g,b_,w=40,h=30):
    raw=b''.join(b'\0'+bytes((r,g,b_))*w for _ in range(h))
    def ch(t,d): return struct.pack('>I',len(d))+t+d+struct.pack('>I',zlib.crc32(t+d)&0xffffffff)
    return b'\x89PNG\r\n\x1a\n'+ch(b'IHDR',struct.pack('>IIBBBBB',w,h,8,2,0,0,0))+ch(b'IDAT',zlib.compress(raw))+ch(b'IEND',b'')
font=open(os.environ['FONT'],'rb').read() if 'FONT' in os.environ else b''
P={}
def put(p,t,body,st=200,h=()): P[p]=(st,t,body if isinstance(body,bytes) else body.encode(),h)
for i,n in enumerate(['a','b','c','d','e','f','g','h','i','j','k','l','m','n','o','p','q','bg','td','poster','lazy','pic1','pic2','picf','s1','s2','s3','inp','svgimg','cur','bul','imgset1','imgset2','og','fav','emb','obj','frame','nest','mask','body','noscript','doc','w1','w2','lset','touch','cnt','cursor','border','msk','layer','supp','print','alt','nested','feimg','xlink','inline','shape','fe','fallback','hdr','srcdoc2']):
    put('/img/%s.png'%n,'image/png',png(i*6%256,(i*53)%256,(i*97)%256))
put('/img/q.png?b=2&a=1','image/png',png(1,200,3))
put('/img/with space.png','image/png',png(100,100,3))
put('/img/gone.png','text/html','<h1>no</h1><img src=/img/never.png>',404)
put('/img/moved.png','text/html','',302,[('Location','/img/m.png')])
put('/css/main.css','text/css','''@charset "utf-8";
@import "sub/two.css"; @import url(sub/three.css) screen;
@namespace svg url(http://www.w3.org/2000/svg);
/* url(/img/comment.png) */
@font-face{font-family:F;src:url("../font/f.woff2") format("woff2")}
body{font-family:F,serif;background:#eef url(../img/bg.png) repeat-x}
ul{list-style-image:url(\'../img/bul.png\')}
.m{width:40px;height:30px;background-image:image-set("../img/imgset1.png" 1x, url(../img/imgset2.png) 2x)}
.esc{background:url(../img/with\\20 space.png);width:40px;height:30px}
.k{background:url( "../img/k.png" );width:40px;height:30px}
''')
put('/css/sub/two.css','text/css','@import "deep/four.css"; .two{background:url(../../img/l.png);width:40px;height:30px}')
put('/css/sub/three.css','text/css','.three{background:url('+b+'/img/o.png);width:40px;height:30px}')
put('/css/sub/deep/four.css','text/css','@import "../two.css"; .four{background:url(//127.0.81.2:8182/img/p.png);width:40px;height:30px}')
put('/font/f.woff2','font/woff2',font,200,[('Access-Control-Allow-Origin','*')])
put('/js/app.js','text/javascript','window.appLoaded=1;')
put('/sprite.svg','image/svg+xml','<svg xmlns="http://www.w3.org/2000/svg"><symbol id="s" viewBox="0 0 10 10"><rect width="10" height="10" fill="red"/></symbol></svg>')
put('/obj.svg','image/svg+xml','<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="60" height="40"><image href="/img/nest.png" width="40" height="30"/></svg>')
put('/frame.html','text/html','<!doctype html><title>frame</title><link rel=stylesheet href=/css/frame.css><img src=/img/frame.png>')
put('/css/frame.css','text/css','body{background:#fed}')
put('/data.webmanifest','application/manifest+json','{"icons":[{"src":"\\/img\\/n.png","sizes":"40x30"}]}')
put('/robots.txt','text/plain','User-agent: *\nDisallow: /private/\n')
def page(i):
    return '''<!doctype html><html><head><meta charset=utf-8><title>Page %d</title>
<link rel=stylesheet href="/css/main.css"><link rel=icon href="/img/fav.png"><link rel=manifest href=/data.webmanifest>
<link rel=preload as=image href=/img/a.png><meta property="og:image" content="/img/og.png">
<style>.in{background:url(/img/j.png);width:40px;height:30px} .d{background:url(data:image/png;base64,AAAA)}</style>
<script src=/js/app.js></script></head><body><h1>Page %d of ten</h1>
<p>%s</p>
<img src=/img/a.png alt=a><img src="/img/b.png" srcset="/img/s1.png 1x, /img/s2.png 2x,/img/s3.png 3x">
<picture><source media="(min-width: 900px)" srcset="/img/pic1.png"><source srcset="/img/pic2.png" media="(min-width: 500px)"><img src="/img/picf.png"></picture>
<img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw=="><img src=/img/gone.png><img src=/img/moved.png>
<img src="/img/q.png?b=2&amp;a=1"><img loading=lazy src=/img/lazy.png>
<div class=in></div><div class=m></div><div class=esc></div><div class=k></div><div class=two></div><div class=three></div><div class=four></div>
<div style="background:url(&quot;/img/c.png&quot;);width:40px;height:30px"></div>
<ul><li>one<li>two</ul>
<table background=/img/td.png><tr><td>cell</table>
<input type=image src=/img/inp.png>
<svg width=40 height=30><image href="/img/svgimg.png" width=40 height=30 /><use href="/sprite.svg#s" /></svg>
<object data=/obj.svg width=60 height=40></object>
<iframe src=/frame.html width=120 height=80></iframe>
<video poster=/img/poster.png width=60 height=40></video>
<img src="%s/img/e.png"><img src="/private/x.png">
<p>%s</p><embed src=/img/emb.png width=40 height=30></body></html>'''%(i,i,'Words about page %d. '%i*20,b,' '.join('<a href=/p%d.html>p%d</a>'%(k,k) for k in range(10)))
for i in range(10): put('/p%d.html'%i,'text/html; charset=utf-8',page(i))
put('/','text/html',page(0))
put('/endless.html','text/html','<!doctype html><title>endless</title><img src=/endless.png><img src=/img/i.png>')
put('/more.html','text/html; charset=utf-8','''<!doctype html><html><head><title>More</title><base href="/sub/../">
<link rel="shortcut icon" href=img/fav.png><link rel=apple-touch-icon href=img/touch.png>
<link rel=stylesheet href=css/more.css><link rel=stylesheet media=print href=css/print.css><link rel="alternate stylesheet" title=x href=css/alt.css>
<link rel=preload as=image href=img/w1.png imagesrcset="img/lset.png 1x, img/w2.png 2x"><link rel=preload as=font crossorigin href=font/g.woff2><link rel=modulepreload href=js/mod.js>
<link rel=prefetch href=img/never1.png><link rel=canonical href=/more.html><link rel=next href=/never2.html>
<style>@import "css/imported.css" layer(base) supports(display:grid) screen; @font-face{font-family:G;src:url(font/g.woff2)} p{font-family:G} .x{& .y{background:url(img/nested.png)}}</style>
<script type=module src=js/mod.js></script><script>var a="<img src=/img/never3.png>";</script></head><body background=img/body.png>
<noscript><img src=img/noscript.png></noscript><!-- <img src=/img/never4.png> --><template><img src=/img/never5.png></template>
<p class=x><span class=y>words</span></p><div class=c></div><div class=b></div><div class=k></div><div class=s></div><div class=l></div><div class=u></div>
<img srcset="img/w1.png 400w, img/w2.png 800w" sizes="(min-width:600px) 50vw, 100vw" alt=w>
<iframe srcdoc="&lt;img src=/img/doc.png&gt;&lt;link rel=stylesheet href=/css/srcdoc.css&gt;" width=100 height=60></iframe>
<audio controls preload=auto src=media/a.wav></audio><video preload=auto controls><source src=media/v.webm type=video/webm><source src=media/v.mp4 type=video/mp4><track default src=media/t.vtt kind=subtitles></video>
<object data=img/gone2.png type=image/png><img src=img/fallback.png></object>
<svg width=60 height=60 xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="img/xlink.png" width=10 height=10 /><filter id=f><feImage href="img/feimg.png"/></filter><rect width=20 height=20 filter="url(#f)"/><style>rect{fill:red}</style><script href="js/svg.js"></script></svg>
<div style="background-image:image-set(url('img/inline.png') 1x);width:9px;height:9px"></div>
</body></html>''',200,[('Link','</img/hdr.png>; rel=preload; as=image, </never6.html>; rel=next')])
put('/css/more.css','text/css','''@media screen{.c{content:url(../img/cnt.png)}} .b{border:9px solid;border-image:url("../img/border.png") 9}
.k{cursor:url(../img/cursor.png),auto;width:9px;height:9px;mask:url(../img/msk.png)} .s{float:left;shape-outside:url(../img/shape.png);width:9px;height:9px}
@layer a{.l{background:url(../img/layer.png);width:9px;height:9px}} @supports (display:grid){.u{background:url(../img/supp.png);width:9px;height:9px}} @supports (nope:1){.u{background:url(../img/unsupported.png)}}
''')
put('/css/imported.css','text/css','p{color:green}'); put('/css/print.css','text/css','@media print{p{background:url(../img/print.png)}}'); put('/css/alt.css','text/css','p{background:url(../img/alt.png)}')
put('/css/srcdoc.css','text/css','body{background:url(/img/srcdoc2.png)}'); put('/js/mod.js','text/javascript','window.m=1;'); put('/js/svg.js','text/javascript','window.s=1;')
put('/font/g.woff2','font/woff2',font,200,[('Access-Control-Allow-Origin','*')])
wav=b'RIFF'+struct.pack('<I',36+8000)+b'WAVEfmt '+struct.pack('<IHHIIHH',16,1,1,8000,8000,1,8)+b'data'+struct.pack('<I',8000)+b'\x80'*8000
put('/media/a.wav','audio/wav',wav); put('/media/t.vtt','text/vtt','WEBVTT\n\n00:00.000 --> 00:01.000\nhello\n')
put('/media/v.webm','video/webm',b'none'); put('/media/v.mp4','video/mp4',b'none')
put('/private/x.png','image/png',png(1,2,3))
class H(http.server.BaseHTTPRequestHandler):
    protocol_version='HTTP/1.1'
    def log_message(self,*x): pass
    def do_GET(self):
        host='%s:%d'%self.server.server_address
        st,t,body,h=P.get(self.path.replace('%20',' '),(404,'text/html',b'none',()))
        LOG.write(json.dumps({'t':time.time(),'url':'http://'+host+self.path,'status':st,'ua':self.headers.get('User-Agent',''),'ref':self.headers.get('Referer','')})+'\n')
        if self.path=='/endless.png':
            self.send_response(200);self.send_header('Content-Type','image/png');self.send_header('Connection','close');self.end_headers()
            try:
                while True: self.wfile.write(b'x'*65536)
            except OSError: return
        self.send_response(st);self.send_header('Content-Type',t)
        chunked = self.path.endswith('.html') and self.path[-6] in '13579'
        for k,v in h:self.send_header(k,v)
        if chunked:
            self.send_header('Transfer-Encoding','chunked');self.end_headers()
            for k in range(0,len(body),500):
                c=body[k:k+500];self.wfile.write(b'%x\r\n%s\r\n'%(len(c),c))
            self.wfile.write(b'0\r\n\r\n')
        else:
            self.send_header('Content-Length',str(len(body)));self.end_headers();self.wfile.write(body)
for addr in (A,B):
    s=http.server.ThreadingHTTPServer(addr,H);s.daemon_threads=True
    threading.Thread(target=s.serve_forever,daemon=True).start()
print(a,flush=True)
threading.Event().wait()
