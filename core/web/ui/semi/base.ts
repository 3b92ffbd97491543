// What every part of Semi stands on: its variables, and our colours on them.
import '@douyinfe/semi-ui-19/lib/es/_base/base.css';
import './semi-tokens.css';
