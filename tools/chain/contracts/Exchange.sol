// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface ICollateral {
    function approve(address spender, uint256 amount) external returns (bool);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
    function balanceOf(address holder) external view returns (uint256);
}

interface IConditionalTokens {
    function balanceOf(address holder, uint256 id) external view returns (uint256);
    function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes calldata data) external;
    function splitPosition(address, bytes32, bytes32, uint256[] calldata, uint256) external;
    function mergePositions(address, bytes32, bytes32, uint256[] calldata, uint256) external;
}

interface ISafe {
    function isOwner(address owner) external view returns (bool);
    function getThreshold() external view returns (uint256);
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4);
}

/// Double of the exchange contract: checks EIP-712 orders of wallets and settles complementary, mint and merge matches.
/// Amounts and names of errors are those of the family's first version (test/fixtures/vectors/match_flows.json).
contract Exchange {
    struct Order {
        uint256 salt;
        address maker;
        address signer;
        address taker;
        uint256 tokenId;
        uint256 makerAmount;
        uint256 takerAmount;
        uint256 expiration;
        uint256 nonce;
        uint256 feeRateBps;
        uint8 side;
        uint8 signatureType;
        bytes signature;
    }

    uint8 private constant BUY = 0;
    uint8 private constant PLAIN_KEY = 0;
    uint8 private constant WALLET_OF_KEY = 2;
    uint8 private constant WALLET = 3;
    /// Asset id of the collateral.
    uint256 private constant COLLATERAL = 0;
    uint256 private constant ONE = 1e18;
    /// Highest fee of a taker, in basis points of the shares.
    uint256 private constant MOST_FEE_BPS = 200;
    uint256 private constant HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;
    bytes32 private constant ORDER_TYPE = keccak256(
        "Order(uint256 salt,address maker,address signer,address taker,uint256 tokenId,uint256 makerAmount,uint256 takerAmount,uint256 expiration,uint256 nonce,uint256 feeRateBps,uint8 side,uint8 signatureType)"
    );
    bytes32 private constant DOMAIN_TYPE =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

    ICollateral public immutable collateral;
    IConditionalTokens public immutable tokens;
    address public immutable operator;
    bytes32 private immutable nameHash;

    mapping(uint256 => uint256) public complementOf;
    mapping(uint256 => bytes32) public conditionOf;
    mapping(address => uint256) public nonces;
    /// Filled part of an order, in the asset that its maker gives.
    mapping(bytes32 => uint256) public filled;

    event OrderFilled(
        bytes32 indexed orderHash,
        address indexed maker,
        address indexed taker,
        uint256 makerAssetId,
        uint256 takerAssetId,
        uint256 makerAmountFilled,
        uint256 takerAmountFilled,
        uint256 fee
    );
    event OrdersMatched(
        bytes32 indexed takerOrderHash,
        address indexed takerOrderMaker,
        uint256 makerAssetId,
        uint256 takerAssetId,
        uint256 makerAmountFilled,
        uint256 takerAmountFilled
    );

    error NotOperator();
    error InvalidSignature();
    error InvalidTokenId();
    error InvalidNonce();
    error OrderExpired();
    error FeeTooHigh();
    error NotTaker();
    error NotCrossing();
    error MismatchedTokenIds();
    error MakingGtRemaining();
    error TooLittleTokensReceived();

    constructor(string memory name, address collateral_, address tokens_) {
        nameHash = keccak256(bytes(name));
        collateral = ICollateral(collateral_);
        tokens = IConditionalTokens(tokens_);
        operator = msg.sender;
        collateral.approve(tokens_, type(uint256).max);
    }

    modifier onlyOperator() {
        if (msg.sender != operator) revert NotOperator();
        _;
    }

    function registerToken(uint256 yes, uint256 no, bytes32 conditionId) external onlyOperator {
        (complementOf[yes], complementOf[no]) = (no, yes);
        (conditionOf[yes], conditionOf[no]) = (conditionId, conditionId);
    }

    function hashOrder(Order memory order) public view returns (bytes32) {
        bytes32 domain = keccak256(abi.encode(DOMAIN_TYPE, nameHash, keccak256("1"), block.chainid, address(this)));
        bytes memory first = abi.encode(
            ORDER_TYPE, order.salt, order.maker, order.signer, order.taker, order.tokenId, order.makerAmount
        );
        bytes memory rest = abi.encode(
            order.takerAmount, order.expiration, order.nonce, order.feeRateBps, order.side, order.signatureType
        );
        return keccak256(abi.encodePacked(hex"1901", domain, keccak256(bytes.concat(first, rest))));
    }

    /// Reverts with the reason unless the order's signature is one that its wallet stands for.
    function checkSignature(Order memory order) public view returns (bytes32 hash) {
        hash = hashOrder(order);
        bool isValid;
        if (order.signatureType == WALLET) {
            isValid = order.maker == order.signer && order.maker.code.length > 0
                && ISafe(order.maker).isValidSignature(hash, order.signature) == 0x1626ba7e;
        } else if (recover(hash, order.signature) == order.signer) {
            isValid = order.signatureType == WALLET_OF_KEY
                ? isSoleOwner(order.maker, order.signer)
                : order.signatureType == PLAIN_KEY && order.maker == order.signer;
        }
        if (!isValid) revert InvalidSignature();
    }

    /// The operator takes `fee` in collateral from the taker's wallet.
    function matchOrders(
        Order memory taker,
        Order[] memory makers,
        uint256 takerFill,
        uint256[] memory makerFills,
        uint256 fee
    ) external onlyOperator {
        (bytes32 hash, uint256 taking) = check(taker, takerFill);
        (uint256 given, uint256 got) = assetsOf(taker);
        move(taker.maker, address(this), given, takerFill);
        for (uint256 i = 0; i < makers.length; i++) fillMaker(taker, makers[i], makerFills[i]);
        uint256 received = held(got);
        if (received < taking) revert TooLittleTokensReceived();
        move(address(this), taker.maker, got, received);
        uint256 rest = held(given);
        if (rest > 0) move(address(this), taker.maker, given, rest);
        if (fee > 0) {
            if (fee * 10_000 > (given == COLLATERAL ? received : takerFill) * MOST_FEE_BPS) revert FeeTooHigh();
            collateral.transferFrom(taker.maker, operator, fee);
        }
        emit OrderFilled(hash, taker.maker, address(this), given, got, takerFill, received, fee);
        emit OrdersMatched(hash, taker.maker, given, got, takerFill, received);
    }

    function fillMaker(Order memory taker, Order memory maker, uint256 making) private {
        requireCrossing(taker, maker);
        (bytes32 hash, uint256 taking) = check(maker, making);
        (uint256 given, uint256 got) = assetsOf(maker);
        move(maker.maker, address(this), given, making);
        if (taker.side == maker.side) {
            uint256[] memory sets = new uint256[](2);
            (sets[0], sets[1]) = (1, 2);
            bytes32 condition = conditionOf[maker.tokenId];
            if (maker.side == BUY) tokens.splitPosition(address(collateral), 0, condition, sets, taking);
            else tokens.mergePositions(address(collateral), 0, condition, sets, making);
        }
        if (held(got) < taking) revert TooLittleTokensReceived();
        move(address(this), maker.maker, got, taking);
        emit OrderFilled(hash, maker.maker, taker.maker, given, got, making, taking, 0);
    }

    /// Checks an order and marks `making` of it as filled; answers what its maker gets for it.
    function check(Order memory order, uint256 making) private returns (bytes32 hash, uint256 taking) {
        if (order.taker != address(0) && order.taker != msg.sender) revert NotTaker();
        if (order.expiration > 0 && order.expiration < block.timestamp) revert OrderExpired();
        if (order.nonce != nonces[order.maker]) revert InvalidNonce();
        if (order.feeRateBps != 0) revert FeeTooHigh();
        if (conditionOf[order.tokenId] == 0) revert InvalidTokenId();
        hash = checkSignature(order);
        filled[hash] += making;
        if (filled[hash] > order.makerAmount) revert MakingGtRemaining();
        taking = (making * order.takerAmount) / order.makerAmount;
    }

    function requireCrossing(Order memory taker, Order memory maker) private view {
        uint256 first = priceOf(taker);
        uint256 second = priceOf(maker);
        if (taker.side == maker.side) {
            if (taker.tokenId != complementOf[maker.tokenId]) revert MismatchedTokenIds();
            if (taker.side == BUY ? first + second < ONE : first + second > ONE) revert NotCrossing();
        } else {
            if (taker.tokenId != maker.tokenId) revert MismatchedTokenIds();
            if (taker.side == BUY ? first < second : second < first) revert NotCrossing();
        }
    }

    function priceOf(Order memory order) private pure returns (uint256) {
        return order.side == BUY
            ? (order.makerAmount * ONE) / order.takerAmount
            : (order.takerAmount * ONE) / order.makerAmount;
    }

    function assetsOf(Order memory order) private pure returns (uint256 given, uint256 got) {
        return order.side == BUY ? (COLLATERAL, order.tokenId) : (order.tokenId, COLLATERAL);
    }

    function held(uint256 asset) private view returns (uint256) {
        return asset == COLLATERAL ? collateral.balanceOf(address(this)) : tokens.balanceOf(address(this), asset);
    }

    function move(address from, address to, uint256 asset, uint256 amount) private {
        if (asset != COLLATERAL) tokens.safeTransferFrom(from, to, asset, amount, "");
        else if (from == address(this)) collateral.transfer(to, amount);
        else collateral.transferFrom(from, to, amount);
    }

    function isSoleOwner(address wallet, address owner) private view returns (bool) {
        return wallet.code.length > 0 && ISafe(wallet).isOwner(owner) && ISafe(wallet).getThreshold() == 1;
    }

    function recover(bytes32 hash, bytes memory signature) private pure returns (address) {
        if (signature.length != 65) return address(0);
        bytes32 r;
        bytes32 s;
        uint8 v;
        assembly {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
            v := byte(0, mload(add(signature, 96)))
        }
        return uint256(s) > HALF_ORDER ? address(0) : ecrecover(hash, v, r, s);
    }

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC1155Received.selector;
    }

    function onERC1155BatchReceived(address, address, uint256[] calldata, uint256[] calldata, bytes calldata)
        external
        pure
        returns (bytes4)
    {
        return this.onERC1155BatchReceived.selector;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x4e2312e0;
    }
}
