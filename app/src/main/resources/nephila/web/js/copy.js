// Shows the archived copy of a page in a frame that can run nothing and reach nothing.
import { clean, safe } from './show.js';

const url = new URLSearchParams(location.search).get('url') ?? '';
const live = document.getElementById('live');
live.textContent = clean(url);
live.href = safe(url);
document.getElementById('story').href = '/#/page?url=' + encodeURIComponent(url);
document.getElementById('copy').src = '/search/raw?url=' + encodeURIComponent(url);
