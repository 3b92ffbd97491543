// What all Semi components need: its variables, and our colours for them.
import '@douyinfe/semi-ui-19/lib/es/_base/base.css';
import './semi-tokens.css';
