// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Handler that the embedded exchange names for session keys: takes their authorisation, leaves the rest to the Safe's own handler.
contract SessionHandler {
    address private immutable handler;

    constructor(address handler_) {
        handler = handler_;
    }

    function authorizeSessionKey(uint256 x, uint256 y, uint256 expiresAt) external {}

    fallback() external {
        address target = handler;
        assembly {
            calldatacopy(0, 0, calldatasize())
            let isDone := delegatecall(gas(), target, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if isDone { return(0, returndatasize()) }
            revert(0, returndatasize())
        }
    }
}
